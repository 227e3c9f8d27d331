#!/bin/sh
# A client that is not ours drives the server: curl and a script in Python, by the documents.
#
#   Tests/Live/foreign.sh [FOLDER OF THE COMMANDS]
#
# It starts the server on a log, registers a device and starts Mobile Engage, sends what no client
# should, starts the server again on the same log, and holds the logs against replay and the rules.
set -eu

here=$(dirname "$0")
bin=${1:-.build/debug}
work=$(mktemp -d)
server=

stop() {
  if [ -n "$server" ]; then kill "$server" 2> /dev/null || true; fi
  rm -rf "$work"
}
trap stop EXIT

start() {
  rm -f "$work/address"
  "$bin/pushtrace-live" serve --port 0 --log "$work/log" > "$work/address" &
  server=$!
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    if [ -s "$work/address" ]; then break; fi
    sleep 0.2
  done
  url=$(sed -E 's/.*"url":"([^"]*)".*/\1/' "$work/address")
}

# curl METHOD PATH WANTED-STATUS [MORE…]
call() {
  method=$1 path=$2 wanted=$3
  shift 3
  status=$(curl -sS -o "$work/answer" -w '%{http_code}' -X "$method" "$@" "$url$path")
  if [ "$status" != "$wanted" ]; then
    echo "$method $path: $status instead of $wanted: $(cat "$work/answer")"
    exit 1
  fi
}

json='Content-Type: application/json'
registration='{"deviceID":"curl-phone","subscriberKey":"bob","push_Enabled":true,"attributes":[],"tags":["ALL"]}'

start
call POST /device/v1/registration 201 -H "$json" -H 'Idempotency-Key: one' -d "$registration"
call POST /apps/APP/client 204 -H "$json" -H 'X-Client-Id: curl-phone' -d '{"platform":"Linux"}'
call GET /admin/mobilepush/backend/billable 200
grep -qx 1 "$work/answer"
call PUT /device/v1/registration 405
call GET /device/v1/nothing 404
python3 "$here/foreign_client.py" "$url"
python3 "$here/hostile_client.py" "$url"

kill "$server"
wait "$server"
start
# The repeat of a call from before the restart is known, and the bill is that of two contacts.
call POST /device/v1/registration 201 -H "$json" -H 'Idempotency-Key: one' -d "$registration"
call GET /admin/mobilepush/backend/billable 200
grep -qx 2 "$work/answer"
kill "$server"
wait "$server"
server=

for system in mobilepush mobile_engage; do
  "$bin/pushtrace" verify "$work/log/$system"
  "$bin/pushtrace" replay "$work/log/$system"
  "$bin/pushtrace" conform "$work/log/$system"
done
repeats=$("$bin/pushtrace" export --to trace "$work/log/mobilepush" | grep -c '"deviceID":"curl-phone"')
if [ "$repeats" != 1 ]; then
  echo "the registration of curl-phone stands in the log $repeats times"
  exit 1
fi
echo "curl and Python were served, and the logs replay"
