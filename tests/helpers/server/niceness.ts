import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'

/** Returns the niceness of a process's threads on Linux, those of libuv's pool apart. */
export function readNiceness(pid: number): { pool: number[]; others: number[] } {
  const folder = `/proc/${pid}/task`
  const isOfPool = (thread: string) =>
    readFileSync(`${folder}/${thread}/comm`, 'utf8') === 'libuv-worker\n'
  const { pool = [], others = [] } = Object.groupBy(readdirSync(folder), (thread) =>
    isOfPool(thread) ? 'pool' : 'others',
  )
  const read = (threads: readonly string[]) => threads.map((thread) => getPriority(Number(thread)))
  return { pool: read(pool), others: read(others) }
}
