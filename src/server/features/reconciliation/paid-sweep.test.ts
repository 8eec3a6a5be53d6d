import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildCapture, buildCheckout } from '#tests/helpers/databases/builders.ts'
import { openTestSqlite } from '#tests/helpers/databases/database.ts'
import { openHttpDouble, type HttpDouble, type Reply } from '#tests/helpers/network/http-double.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { createStripeProvider } from '#server/payments/stripe/stripe.ts'
import { createConcerns } from '#server/features/concerns/concerns.ts'
import { createCheckouts } from '#server/features/checkouts/checkouts.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { findNetCents } from '#server/features/ledger/ledger.ts'
import { checkEach } from './check.ts'
import { PaidSweep } from './paid-sweep.ts'
import { findAskedUntil, setMark } from './store.ts'

const NOW = 1_800_000_000_000
const REFUND = { id: 're_1', object: 'refund', amount: 100, currency: 'usd', created: 1 }
const AWAY: Reply = { status: 500, body: { error: { message: 'oops' } } }
const MISSING: Reply = { status: 404, body: { error: { message: 'No such session' } } }

/** More checkouts than one round asks about. */
const PAID = Array.from({ length: 203 }, () => buildCheckout({ livemode: 0 }))
const logger = pino({ level: 'silent' })

let database: Database
let stripe: HttpDouble
let isAway: boolean
let now: number

beforeEach(async () => {
  isAway = false
  now = NOW
  database = await openTestSqlite()
  await Promise.all(PAID.map((checkout) => database.write(insertCheckouts, checkout)))
  await Promise.all(PAID.map((checkout) => database.write(bookCaptures, buildCapture(checkout))))
  stripe = await openHttpDouble(({ path }) => {
    if (isAway) return AWAY
    if (path.startsWith('/v1/checkout')) return MISSING
    const charge = new URL(path, 'http://stripe.test').searchParams.get('charge')
    const data = path.startsWith('/v1/refunds') ? [{ ...REFUND, id: `re_${charge}`, charge }] : []
    return { body: { data, has_more: false } }
  })
  const mark = { provider: 'stripe', account: null, seenUntil: NOW } as const
  await database.write(setMark, { ...mark, hasGap: true })
})

afterEach(async () => {
  await stripe.close()
  await database.close()
})

function connect() {
  const clock = () => now
  const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', installationId: 'ours' }
  const address = { apiBase: stripe.url, livemode: false, timeoutMs: 60_000 }
  const providers = { stripe: createStripeProvider({ ...keys, ...address, clock }) }
  const limits = { maxCents: 1_000_000 }
  const bus = createMemoryBus()
  const checkouts = createCheckouts({ database, providers, bus, limits, clock, logger })
  const concerns = createConcerns({ database, clock, logger })
  const checks = { database, checkouts, concerns, clock, isOpen: () => true, logger }
  const paidSweep = new PaidSweep({ database, providers, checkouts, clock, logger })
  return () => {
    const report = {
      missed: 0,
      checked: 0,
      mended: [],
      unreachable: 0,
      outcomes: [],
      concerns: [],
      uncompared: 0,
      driftCents: 0,
      statements: [],
    }
    return paidSweep.resume((ids, note) => checkEach(checks, ids, note), report)
  }
}

async function countRefunded(): Promise<number> {
  const left = await Promise.all(PAID.map(({ id }) => findNetCents(database.reader, id)))
  return left.filter((cents, index) => cents === (PAID[index]?.amount_cents ?? 0) - 100).length
}

test('every paid checkout is asked about, a part in each round, also after a new start', async () => {
  await connect()()
  expect(await countRefunded()).toBe(200)
  await connect()()
  expect(await countRefunded()).toBe(203)
  expect(await findAskedUntil(database.reader, 'stripe')).toBeUndefined()
})

test('what was asked about is not asked about again', async () => {
  const resume = connect()
  await resume()
  await resume()
  const asked = stripe.requests.length
  await resume()
  expect(stripe.requests).toHaveLength(asked)
})

test('a provider that is away is asked again after a while', async () => {
  const resume = connect()
  isAway = true
  await resume()
  isAway = false
  await resume()
  expect(await countRefunded()).toBe(0)
  now += 16 * 60_000
  await resume()
  expect(await countRefunded()).toBe(200)
})
