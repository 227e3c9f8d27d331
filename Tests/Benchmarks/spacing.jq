# Whether registrations start at least 60 s apart: jq -n -f spacing.jq TRACE
reduce (inputs | select(.effect == "send_registration")) as $sent (
  { last: null, holds: true };
  .holds = (.holds and (.last == null or $sent.at - .last >= 60000)) | .last = $sent.at)
| .holds
