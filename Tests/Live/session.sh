#!/bin/sh
# The session of the article "A real session", command by command; it takes a minute.
#
#   Tests/Live/session.sh [FOLDER OF THE COMMANDS]
set -eu
PATH="$(cd "${1:-.build/debug}" && pwd):$PATH"
work=$(mktemp -d)
cd "$work"
trap 'kill $server $host 2> /dev/null || true; rm -rf "$work"' EXIT
server= host=

pushtrace-live serve --sdk mobilepush --port 8391 --log Server > server.out &
server=$!
sleep 2

mkfifo app
pushtrace-live record --sdk mobilepush --device phone --log Host \
  --server http://127.0.0.1:8391 < app > first.out &
host=$!
exec 3> app
echo '{"event":"app_launched"}' >&3
sleep 2
echo '{"event":"contact_key_set","with":{"key":"anna"}}' >&3
sleep 1

kill -9 $host
exec 3>&-
curl -s http://127.0.0.1:8391/admin/mobilepush/backend/contacts > before

pushtrace-live record --sdk mobilepush --device phone --log Host \
  --server http://127.0.0.1:8391 < app > second.out &
host=$!
exec 3> app
echo '{"event":"app_launched"}' >&3
sleep 62
curl -s http://127.0.0.1:8391/admin/mobilepush/backend/contacts > after
curl -s http://127.0.0.1:8391/admin/mobilepush/backend/orphaned > orphaned

exec 3>&-
wait $host
kill $server
wait $server
pushtrace replay Host Server
pushtrace conform Host Server

grep -q '^{"generated-1":{"devices":1' before
grep -q '^{"anna":{"devices":1' after
grep -qx '\["generated-1"\]' orphaned
sent=$(pushtrace export --to trace Server | grep -c '"subscriberKey":"anna"')
if [ "$sent" != 1 ]; then
  echo "the registration arrived $sent times"
  exit 1
fi
