import { beforeEach, expect, test } from 'vitest'
import { createStateLog, type StateLogOptions } from './state-log.ts'

let lines: unknown[]
let now: number
let pending: (() => void) | undefined

beforeEach(() => {
  lines = []
  now = Date.parse('2026-11-23T15:00:00.000Z')
  pending = undefined
})

function createLog(options: Partial<StateLogOptions> = {}) {
  const note = (...line: unknown[]) => void lines.push(line)
  return createStateLog(
    { warn: note, info: note },
    {
      failed: 'It fails.',
      over: 'It works.',
      clock: () => now,
      schedule: (work) => {
        pending = work
        return () => (pending = undefined)
      },
      ...options,
    },
  )
}

test('a trouble is told once with its cause, and once when it is over', () => {
  const log = createLog()
  const error = new Error('The write failed.', { cause: new Error('disk full') })
  log.over()
  log.failed(error)
  now += 90_000
  log.failed(error)
  log.over()
  log.over()
  log.failed(new AggregateError([new Error('refused')], 'All failed.'))
  expect(lines).toEqual([
    [{ reason: 'disk full' }, 'It fails.'],
    [{ since: '2026-11-23T15:00:00.000Z' }, 'It works. It lasted 90 s.'],
    [{ reason: 'refused' }, 'It fails.'],
  ])
})

test('a trouble that comes and goes is one until it stays away', () => {
  const log = createLog({ settleMs: 5_000 })
  log.failed(new Error('refused'))
  log.over()
  log.failed(new Error('refused'))
  expect(pending).toBeUndefined()
  now += 3 * 60_000
  log.over()
  log.over()
  expect(lines).toHaveLength(1)
  pending?.()
  expect(lines.at(-1)).toEqual([expect.anything(), 'It works. It lasted 3 min.'])
  log.over()
  log.failed(new Error('refused'))
  now += 5 * 60 * 60_000
  log.over()
  pending?.()
  expect(lines.at(-1)).toEqual([expect.anything(), 'It works. It lasted 5 h.'])
  expect(lines).toHaveLength(4)
})
