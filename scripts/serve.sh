#!/bin/sh
# Runs the server in the place of this process, so that signals reach it. The compile cache spares
# every start the TypeScript compiler, and the small young generation keeps idle memory low.
cd "$(dirname "$0")/.." || exit 1
export NODE_COMPILE_CACHE=node_modules/.cache/compile
test -f .env && env_file=--env-file=.env
exec node --max-semi-space-size=1 $env_file src/server/main.ts
