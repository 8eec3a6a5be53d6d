import { expect, test } from 'vitest'
import { createStateLog } from './state-log.ts'

test('a trouble is told once with its cause, and once when it is over', () => {
  const lines: unknown[] = []
  const log = createStateLog(
    {
      warn: (...line: unknown[]) => void lines.push(line),
      info: (line: unknown) => void lines.push(line),
    },
    { failed: 'It fails.', over: 'It works.' },
  )
  const error = new Error('The write failed.', { cause: new Error('disk full') })
  log.over()
  log.failed(error)
  log.failed(error)
  log.over()
  log.over()
  log.failed(new AggregateError([new Error('refused')], 'All failed.'))
  expect(lines).toEqual([
    [{ reason: 'disk full' }, 'It fails.'],
    'It works.',
    [{ reason: 'refused' }, 'It fails.'],
  ])
})
