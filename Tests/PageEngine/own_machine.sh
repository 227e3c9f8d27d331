#!/bin/sh
# A page for a machine that is not one of ours, as the article about own machines builds it, and a
# trace of it asked in its engine. It takes minutes.
#
#   Tests/PageEngine/own_machine.sh [FOLDER OF THE COMMAND]
set -eu
cd "$(dirname "$0")/../.."
PATH="$(cd "${1:-.build/debug}" && pwd):$PATH"
trap 'rm -f newsletter.wasm.gz newsletter.html' EXIT

ENGINE_BUILD=.build-engine/own
export ENGINE_BUILD
Sources/PageEngine/WebAssembly/build --sources Tests/NewsletterTests --machine NewsletterSystem \
  --output newsletter.wasm.gz
pushtrace show --html newsletter.html --engine newsletter.wasm.gz

node Tests/PageEngine/own_machine.mjs newsletter.wasm.gz
