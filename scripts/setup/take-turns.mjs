import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './common.mjs'

/** The file that the setup holds which installs or builds; it has the id of its process. */
const LOCK = join(ROOT, 'dist/.setup-lock')

/** The age from which the lock counts as left behind, ms, whoever has the id of its process now. */
const MAX_AGE_MS = 20 * 60_000

const POLL_INTERVAL_MS = 200

/**
 * Does what several setups of one clone may find undone at once, such as two starts: one does it, and
 * the others wait until it is done.
 */
export function doOnce(isDone, work) {
  if (isDone()) return
  takeLock()
  try {
    if (!isDone()) work()
  } finally {
    rmSync(LOCK, { force: true })
  }
}

function takeLock() {
  mkdirSync(dirname(LOCK), { recursive: true })
  for (let isTold = false; !tryLock(); isTold = true) {
    if (isLeftBehind()) {
      rmSync(LOCK, { force: true })
      continue
    }
    if (!isTold) console.log('Waiting for another start that installs or builds…')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_INTERVAL_MS)
  }
}

function tryLock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Returns whether the process that took the lock was ended without giving it back. */
function isLeftBehind() {
  try {
    if (Date.now() - statSync(LOCK).mtimeMs > MAX_AGE_MS) return true
    const pid = Number(readFileSync(LOCK, 'utf8'))
    // Signal 0 only asks. The file is empty until its id is written.
    if (pid > 0) process.kill(pid, 0)
    return false
  } catch (error) {
    // ENOENT: it was given back meanwhile. EPERM: it is another user's, and runs.
    return error.code === 'ESRCH'
  }
}
