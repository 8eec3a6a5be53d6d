// The first thing that `npm start` and `npm test` run: plain JavaScript for any Node from 20 on,
// with nothing installed yet. It installs and builds what is missing or stale, and is silent when
// there is nothing to do.
import { buildPage, compileProgram } from './setup/build.mjs'
import { DISK_FULL, ROOT, SetupError } from './setup/common.mjs'
import { installPackages } from './setup/install.mjs'

const OLDEST_NODE = 20

const SETUPS = {
  start: [requireNode, installPackages, buildPage, compileProgram],
  dev: [requireNode, installPackages],
  test: [requireNode, installPackages, buildPage],
}

try {
  const steps = SETUPS[process.argv[2]]
  if (!steps) throw new SetupError('Usage: node scripts/setup.mjs <start|dev|test>')
  for (const step of steps) step()
} catch (error) {
  const sentence = explain(error)
  if (!sentence) throw error
  console.error(sentence)
  process.exitCode = 1
}

function requireNode() {
  const major = Number.parseInt(process.versions.node, 10)
  if (major < OLDEST_NODE) {
    throw new SetupError(
      `Node ${OLDEST_NODE} or newer is needed, and this is ${process.versions.node}: install it from https://nodejs.org and run this again.`,
    )
  }
}

function explain(error) {
  if (error instanceof SetupError) return error.message
  if (error.code === 'ENOSPC') return DISK_FULL
  if (error.code === 'EACCES' || error.code === 'EROFS') {
    return `This user may not write to ${error.path ?? ROOT}: give it the right to, or clone the repository elsewhere.`
  }
  return undefined
}
