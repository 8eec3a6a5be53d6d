import { readdir, readFile } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'

/** The name that Linux shows of each thread of libuv's pool. */
const POOL_THREAD = 'libuv-worker'

/** How far they yield: beside one of them another thread gets nine tenths of a core. */
const NICER = 10
/** The lowest priority that there is. */
const NICEST = 19

/**
 * Lets the threads of libuv's pool, which hash passwords and pack backups, yield to the event loop
 * where they share its cores, so that many logins at once do not delay the board. Only Linux gives
 * each thread a priority of its own; elsewhere nothing is done. Throws what the system refuses.
 */
export async function lowerPoolPriority(): Promise<void> {
  if (process.platform !== 'linux') return
  const folder = '/proc/self/task'
  const niceness = Math.min(NICEST, getPriority() + NICER)
  // Reading is work of the pool, so all its threads are there.
  for (const thread of await readdir(folder)) {
    const name = await readFile(`${folder}/${thread}/comm`, 'utf8')
    if (name.trim() === POOL_THREAD) setPriority(Number(thread), niceness)
  }
}
