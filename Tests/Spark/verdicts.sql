-- One verdict a device, by the command that every worker was given.
--
-- 'lines' has a line of a trace in each row of 'value', with its device in front. The lines of a
-- device go to one worker and are put in order there: the header, the records, the end line.
-- U+0001 cannot stand in JSON, so no line is taken apart.
SELECT TRANSFORM(value)
    ROW FORMAT DELIMITED FIELDS TERMINATED BY '\u0001'
    USING '${command}'
    AS (verdict STRING)
    ROW FORMAT DELIMITED FIELDS TERMINATED BY '\u0001'
FROM (
  SELECT value
  FROM (
    SELECT value, from_json(value, 'device STRING, seq BIGINT, `end` BIGINT') AS line FROM lines)
  DISTRIBUTE BY line.device
  SORT BY line.device, coalesce(line.seq, line.`end`, 0), line.`end` IS NOT NULL)
