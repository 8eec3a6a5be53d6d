import { randomUUID } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ROOT } from './common.mjs'

/** The file of the setup that installs or builds: an id of its own, its process, and where that runs. */
const LOCK = join(ROOT, 'dist/.setup-lock')

/** The time without a sign of life after which a holder that cannot be asked counts as ended, ms. */
const MAX_SILENCE_MS = 10_000

const POLL_INTERVAL_MS = 200

const HEARTBEAT = new URL('setup-heartbeat.mjs', import.meta.url)

/**
 * Does what several setups of one clone may find undone at once, such as two starts: one does it, and
 * the others wait until it is done.
 */
export function doOnce(isDone, work) {
  if (isDone()) return
  const release = takeLock()
  try {
    if (!isDone()) work()
  } finally {
    release()
  }
}

/** Waits for the lock; returns what gives it back. */
function takeLock() {
  mkdirSync(dirname(LOCK), { recursive: true })
  const own = [randomUUID(), process.pid, findPlace()].join(' ')
  for (let isTold = false; !tryLock(LOCK, own); isTold = true) {
    if (!isTold) console.log('Waiting for another start that installs or builds…')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_INTERVAL_MS)
  }
  // The work blocks this thread. The file stays open: another one of its number must not be touched.
  const heartbeat = new Worker(HEARTBEAT, { workerData: openSync(LOCK, 'r+'), execArgv: [] })
  heartbeat.on('error', ({ message }) => console.warn(`Other starts may not wait: ${message}`))
  return () => {
    void heartbeat.terminate()
    removeIf(LOCK, own)
  }
}

/**
 * Returns whether this process has the lock at `path` now. Of several that find it left behind, only
 * the one that has the lock on removing it may do so: another's lock may be in its place by then.
 */
function tryLock(path, own) {
  const holder = read(path)
  if (holder === undefined) return tryCreate(path, own)
  if (!isLeftBehind(path, holder)) return false
  const removal = `${path}.${holder.split(' ')[0]}`
  if (!tryLock(removal, own)) return false
  removeIf(path, holder)
  removeIf(removal, own)
  return tryLock(path, own)
}

/** Creates a file with its text in it, unless there is one; returns whether it did. */
function tryCreate(path, text) {
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, text)
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft)
  }
}

function removeIf(path, text) {
  if (read(path) === text) rmSync(path)
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Returns whether the process that took the lock was ended without giving it back. */
function isLeftBehind(path, holder) {
  const [, pid, ...place] = holder.split(' ')
  const isHere = place.join(' ') === findPlace()
  if (isHere && !isOtherRunning(Number(pid))) return true
  // A process that Ctrl+Z has stopped may go on.
  return isSilent(path) && !(isHere && isStopped(pid))
}

/** Returns the machine, and on Linux the container, in which ids of processes mean the same. */
function findPlace() {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** Returns whether an id is that of another process: in a container each start may have the same. */
function isOtherRunning(pid) {
  if (pid === process.pid) return false
  try {
    // Signal 0 only asks.
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it is another user's, and runs.
    return error.code === 'EPERM'
  }
}

/** Returns whether a process stands still until somebody lets it go on; false where Linux cannot tell. */
function isStopped(pid) {
  try {
    // The name before the state may have any characters.
    return /\) [Tt] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** When each lock that this process waits for was last found changed. */
const changes = new Map()

/** Returns whether this process has seen no heartbeat for too long, by its own clock alone. */
function isSilent(path) {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  const last = changes.get(path)
  if (last?.modified === modified) return performance.now() - last.at > MAX_SILENCE_MS
  changes.set(path, { modified, at: performance.now() })
  return false
}
