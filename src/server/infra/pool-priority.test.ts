import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { lowerPoolPriority } from './pool-priority.ts'

/** Returns the niceness of this process's threads, by whether they are of the pool. */
function readNiceness(): { pool: number[]; others: number[] } {
  const folder = '/proc/self/task'
  const threads = readdirSync(folder).map((thread) => ({
    isPool: readFileSync(`${folder}/${thread}/comm`, 'utf8') === 'libuv-worker\n',
    niceness: getPriority(Number(thread)),
  }))
  const of = (isPool: boolean) =>
    threads.filter((thread) => thread.isPool === isPool).map(({ niceness }) => niceness)
  return { pool: of(true), others: of(false) }
}

test.runIf(process.platform === 'linux')(
  'the threads that hash yield to the event loop, and no other does',
  async () => {
    const before = readNiceness()
    await lowerPoolPriority()
    const after = readNiceness()
    expect([...new Set(after.pool)]).toEqual([Math.min(19, getPriority() + 10)])
    expect(new Set(after.others)).toEqual(new Set(before.others))
  },
)
