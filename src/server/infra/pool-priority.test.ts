import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { readNiceness } from '#tests/helpers/server/niceness.ts'
import { lowerPoolPriority } from './pool-priority.ts'

test.runIf(process.platform === 'linux')(
  'the threads that hash yield to the event loop, and no other does',
  async () => {
    const before = readNiceness(process.pid)
    await lowerPoolPriority()
    const after = readNiceness(process.pid)
    expect([...new Set(after.pool)]).toEqual([Math.min(19, getPriority() + 10)])
    expect(new Set(after.others)).toEqual(new Set(before.others))
  },
)
