import { randomUUIDv7 } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildCapture, buildCheckout } from '#tests/helpers/databases/builders.ts'
import { openTestSqlite, type TestDatabase } from '#tests/helpers/databases/database.ts'
import { openHttpDouble, type HttpDouble, type Reply } from '#tests/helpers/network/http-double.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import { createStripeProvider } from '#server/payments/stripe/stripe.ts'
import { createCheckouts } from '#server/features/checkouts/checkouts.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { createConcerns } from '#server/features/concerns/concerns.ts'
import { Adoption } from './adoption.ts'
import { LossWatch } from './loss-watch.ts'
import { noteWaiting } from './waiting.ts'

const NOW = Date.UTC(2026, 10, 20, 12)

let database: TestDatabase
let stripe: HttpDouble
let sessions: object[]
let isAway: boolean

beforeEach(async () => {
  database = await openTestSqlite()
  sessions = []
  isAway = false
  stripe = await openHttpDouble(({ path }): Reply => {
    if (isAway) return { status: 500, body: { error: { message: 'oops' } } }
    const query = new URL(path, 'http://stripe').searchParams
    const start = Number(query.get('starting_after')?.slice(3) ?? -1) + 1
    const end = start + Number(query.get('limit'))
    return { body: { data: sessions.slice(start, end), has_more: end < sessions.length } }
  })
})

afterEach(async () => {
  await stripe.close()
  await database.close()
})

/** Adds a paid session, older than the last one. */
function sell(
  installation_id: string | undefined,
  checkout_id: string = randomUUIDv7(),
  cents = 500,
) {
  const metadata = installation_id === undefined ? {} : { installation_id, checkout_id }
  const created = NOW / 1000 - sessions.length
  const money = { payment_status: 'paid', amount_total: cents, currency: 'usd' }
  sessions.push({ id: `cs_${sessions.length}`, created, metadata, ...money })
}

async function bookOne(): Promise<string> {
  const checkout = buildCheckout()
  await database.write(insertCheckouts, checkout)
  await database.write(bookCaptures, buildCapture(checkout))
  return checkout.id
}

function createParts() {
  const clock = () => NOW
  const logger = pino({ level: 'silent' })
  const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', installationId: 'ours' }
  const address = { apiBase: stripe.url, livemode: false, timeoutMs: 60_000 }
  const providers = { stripe: createStripeProvider({ ...keys, ...address, clock }) }
  const bus = createMemoryBus()
  const limits = { maxCents: 1_000_000 }
  const checkouts = createCheckouts({ database, providers, bus, limits, clock, logger })
  const adoption = new Adoption({ database, providers, checkouts, clock })
  const concerns = createConcerns({ database, clock, logger })
  const schedule = (work: () => void) => {
    setImmediate(work)
    return () => {}
  }
  const deps = { providers, checkouts, adoption, concerns, clock, schedule, logger }
  return { concerns, watch: new LossWatch(deps) }
}

/** Runs a check, and returns the messages for the host. */
async function check(): Promise<string[]> {
  const { watch, concerns } = createParts()
  await watch.check()
  return (await concerns.list()).map(({ message }) => message)
}

test('payments of ours that the database does not know are one concern, until they are known', async () => {
  const known = await bookOne()
  const lost = randomUUIDv7()
  sell('ours', lost, 1_250)
  sell('ours')
  sell('ours', known)
  expect(await check()).toEqual([
    'The providers have 2 payments ($17.50) of this installation that the database does not know; was an older copy restored? Run donation-royale reconcile --import',
  ])
  sessions = sessions.slice(2)
  expect(await check()).toEqual([])
})

test('an empty database with payments of another installation raises a concern with its id', async () => {
  sell('lost1')
  sell(undefined)
  sell('lost1')
  expect(await check()).toEqual([
    'The database is empty, but this Stripe account has 2 payments ($10.00) of the installation lost1, the newest of 2026-11-20. If that was this one, run donation-royale reconcile --import --installation lost1',
  ])
})

test('a database with history raises none about another installation', async () => {
  await bookOne()
  sell('beside')
  expect(await check()).toEqual([])
})

test('what other software keeps under our names is no installation', async () => {
  sell('an id with spaces; run rm -rf')
  sell('shop', 'order 7')
  expect(await check()).toEqual([])
})

test('of thousands of foreign payments only the newest pages are read', async () => {
  for (let index = 0; index < 3_000; index += 1) sell(undefined)
  expect(await check()).toEqual([])
  expect(stripe.requests).toHaveLength(10)
})

test('where the newest payments are known, one page is enough', async () => {
  const known = await bookOne()
  sell('ours', known)
  for (let index = 0; index < 300; index += 1) sell('ours')
  sessions = [sessions[0] ?? {}, ...Array.from({ length: 300 }, () => sessions[0] ?? {})]
  expect(await check()).toEqual([])
  expect(stripe.requests).toHaveLength(1)
})

test('a provider that is away ends no concern', async () => {
  sell('ours')
  expect(await check()).toHaveLength(1)
  isAway = true
  expect(await check()).toHaveLength(1)
})

test('while one concern gathers what is missing, its events need none of their own', async () => {
  const parked = {
    id: 1,
    provider: 'stripe' as const,
    event_id: 'evt_1',
    type: 'checkout.session.completed',
    payment_ref: 'cs_0',
    capture_id: null,
    declined_checkout_id: null,
    received_at: NOW,
    outcome: 'unknown payment',
  }
  const { concerns } = createParts()
  const note = async () => {
    await noteWaiting({
      concerns,
      checkouts: {
        findInReview: async () => [],
        findDuplicates: async () => [],
        countPaidElsewhere: async () => [],
        recognise: async () => undefined,
      },
      inbox: { findParked: async () => [parked], findWaiting: async () => [] },
      clock: () => NOW,
      health: { reports: () => [] },
    })
    return (await concerns.list()).map(({ kind }) => kind)
  }
  expect(await note()).toEqual(['event_parked'])
  sell('ours')
  await check()
  expect(await note()).toEqual(['payments_missing'])
})
