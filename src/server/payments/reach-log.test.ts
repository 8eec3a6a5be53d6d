import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { AppError } from '#contract/app-error.ts'
import { denied, misread, refused, timedOut, unavailable } from './failures/failures.ts'
import { createReachLog } from './reach-log.ts'

test('a provider is away while it fails or is silent, not when it refuses or is misread', () => {
  let log = ''
  const logger = pino({ base: null }, { write: (line: string) => void (log += line) })
  const listen = createReachLog({
    logger,
    clock: () => 0,
    schedule: (work) => {
      work()
      return () => {}
    },
  })
  const tell = (error?: AppError) =>
    listen({ provider: 'stripe', failure: error?.code ?? null, error, seconds: 1 })
  tell(refused('Stripe', new Error('No.')))
  tell(denied('Stripe', 'key', new Error('No.')))
  tell(misread('Stripe', new TypeError('No.')))
  expect(log).toBe('')
  tell(timedOut('Stripe', new Error('silent')))
  tell(unavailable('Stripe', new Error('500')))
  expect(log.split('\n')).toHaveLength(2)
  expect(log).toContain('"reason":"silent"')
  expect(log).toContain("see https://status.stripe.com and this machine's way out")
  tell(refused('Stripe', new Error('No.')))
  expect(log).toContain('Stripe is back. It lasted 0 s.')
})
