-- How many devices have each finding, and the smallest trace that shows it.
SELECT signature, count(*) AS devices, sum(findings) AS findings, min_by(device, records) AS example
FROM (
  SELECT judged.device, judged.records, found.signature, found.count AS findings
  FROM (
    SELECT from_json(verdict, 'device STRING, records BIGINT,
        signatures ARRAY<STRUCT<signature: STRING, count: BIGINT, seq: BIGINT>>') AS judged
    FROM verdicts)
  LATERAL VIEW explode(judged.signatures) AS found)
GROUP BY signature
ORDER BY devices DESC, signature
