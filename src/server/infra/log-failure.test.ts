import { pino } from 'pino'
import { expect, test } from 'vitest'
import { AppError } from '#contract/app-error.ts'
import { logFailure, reportFailure } from './log-failure.ts'
import { MisreadError } from './misread-error.ts'

/** Returns the line that a failure leaves as that of one try, and as that of a round. */
function logBoth(error: unknown): unknown[] {
  const lines: unknown[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  const logger = pino({ level: 'trace', base: null, timestamp: false }, { write })
  logFailure(logger, { error, checkout: 'c1' }, 'it failed')
  reportFailure(logger, 'it failed', { checkout: 'c1' })(error)
  return lines
}

const NAMES = { checkout: 'c1', msg: 'it failed' }
const [DEBUG, WARN, ERROR] = [20, 40, 50]
const away = new AppError('unavailable', 'Stripe cannot be reached right now.', {
  cause: new Error('connect ECONNREFUSED'),
})
const slow = new AppError('deadline-exceeded', 'The database is slow.')

test('what fails because something else is away is told at debug level, without a stack', () => {
  const line = { level: DEBUG, reason: 'connect ECONNREFUSED', ...NAMES }
  expect(logBoth(away)).toEqual([line, line])
})

test('so are several that failed at once, if something else is away for each', () => {
  const reason = 'connect ECONNREFUSED The database is slow.'
  const line = { level: DEBUG, reason, ...NAMES }
  expect(logBoth(new AggregateError([away, slow, away], 'Checks failed.'))).toEqual([line, line])
})

test.each([
  ['a mistake of ours', new TypeError('x is undefined'), 'x is undefined'],
  [
    'a response that we misread, without its sentence for donors',
    new MisreadError('Stripe cannot be reached right now.', new TypeError('x is undefined')),
    'x is undefined',
  ],
  [
    'a mistake among outages',
    new AggregateError([away, new TypeError('x')], 'Checks failed.'),
    'Checks failed.',
  ],
  ['failures without one', new AggregateError([], 'Checks failed.'), 'Checks failed.'],
])('%s is told with its stack', (_what, error, message) => {
  const err = { message, stack: expect.stringContaining(message) }
  expect(logBoth(error)).toMatchObject([
    { level: WARN, err, ...NAMES },
    { level: ERROR, err, ...NAMES },
  ])
})
