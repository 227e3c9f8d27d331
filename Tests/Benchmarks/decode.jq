# Decodes every record of a trace: jq -c -n -f decode.jq TRACE
reduce (inputs | select(.seq)) as $record (
  { count: 0, digest: 0 };
  .count += 1 | .digest += $record.seq + $record.at % 1000)
