import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildCapture, buildCheckout } from '#tests/helpers/databases/builders.ts'
import { openTestSqlite } from '#tests/helpers/databases/database.ts'
import { openHttpDouble, type HttpDouble, type Reply } from '#tests/helpers/network/http-double.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { ListedEvent, Listing, PaymentProvider } from '#server/payments/provider.ts'
import { createStripeProvider } from '#server/payments/stripe/stripe.ts'
import { createConcerns } from '#server/features/concerns/concerns.ts'
import { createCheckouts } from '#server/features/checkouts/checkouts.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { noteRead, readLists } from './provider-lists.ts'
import { findAskedUntil, findMark, setMark } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = 1_800_000_000_000
const CHECKOUT = buildCheckout({ created_at: NOW - 1_000 })
const CAPTURE = buildCapture(CHECKOUT)

const REFUNDS = [{ charge: 'ch_strange' }, { charge: CAPTURE.objectId }]
type Answer = Exclude<Reply, string>

const AWAY: Answer = { status: 500, body: { error: { message: 'oops' } } }

let database: Database
let stripe: HttpDouble
let account: Answer
let refunds: Answer
let disputes: Answer
/** The lead of our clock over Stripe's, ms. */
let behindMs: number
let adopted: Listing<ListedEvent>[]
let now: number
let unreached: string[]
let heldSince: Map<ProviderName, number>

beforeEach(async () => {
  database = await openTestSqlite()
  await database.write(insertCheckouts, CHECKOUT)
  await database.write(bookCaptures, CAPTURE)
  adopted = []
  now = NOW
  unreached = []
  heldSince = new Map()
  account = { body: { id: 'acct_1' } }
  refunds = list(REFUNDS)
  disputes = list([])
  behindMs = 0
  stripe = await openHttpDouble(({ path }) => {
    const headers = { date: new Date(now - behindMs).toUTCString() }
    if (path.startsWith('/v1/account')) return { headers, ...account }
    if (path.startsWith('/v1/refunds')) return { headers, ...refunds }
    return { headers, ...(path.startsWith('/v1/disputes') ? disputes : list([])) }
  })
})

function list(data: object[]): Answer {
  return { body: { data, has_more: false } }
}

afterEach(async () => {
  await stripe.close()
  await database.close()
})

async function read() {
  const clock = () => now
  const logger = pino({ level: 'silent' })
  const report = {
    missed: 0,
    checked: 0,
    mended: [],
    unreachable: 0,
    uncompared: 0,
    outcomes: [],
    concerns: [],
    driftCents: 0,
    statements: [],
  }
  const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', installationId: 'ours' }
  const address = { apiBase: stripe.url, livemode: false, timeoutMs: 60_000 }
  const providers = { stripe: createStripeProvider({ ...keys, ...address, clock }) }
  const limits = { maxCents: 1_000_000 }
  const bus = createMemoryBus()
  const checkouts = createCheckouts({ database, providers, bus, limits, clock, logger })
  const adopt = async (_: PaymentProvider, events: Listing<ListedEvent>) => {
    adopted.push(events)
    return 0
  }
  const inbox = { adopt }
  const concerns = createConcerns({ database, clock, logger })
  const deps = { database, providers, checkouts, inbox, concerns, logger, heldSince }
  const lists = await readLists(deps, report)
  await noteRead(deps, lists, unreached)
  return { changed: [...lists.changed.keys()], concerns: await concerns.list() }
}

test('a refund of a payment that we do not know is passed over without a question', async () => {
  const { changed, concerns } = await read()
  expect(changed).toEqual([CHECKOUT.id])
  expect(concerns).toEqual([])
  const paths = stripe.requests.map(({ path }) => path.split('?')[0])
  expect(paths).toEqual(['/v1/account', '/v1/events', '/v1/refunds', '/v1/disputes'])
  expect(await findMark(database.reader, { provider: 'stripe', account: null })).toBe(NOW)
})

test('a refund that cannot be read is put aside, and the list goes on', async () => {
  refunds = list([{ id: 're_1', object: 'refund', charge: 7 }, ...REFUNDS])
  const { changed } = await read()
  expect(changed).toEqual([CHECKOUT.id])
  expect(adopted.flatMap(({ unreadable }) => unreadable)).toEqual([
    { id: 're_1', type: 'refund', reason: 'It cannot be read: charge.' },
  ])
  expect(await findMark(database.reader, { provider: 'stripe', account: null })).toBe(NOW)
})

test('a list is read again while a payment to which it points cannot be asked about', async () => {
  const name = { provider: 'stripe', account: null } as const
  await read()
  const before = await findMark(database.reader, name)
  unreached = [CHECKOUT.id]
  now += 30 * 60_000
  expect((await read()).concerns).toEqual([])
  expect(await findMark(database.reader, name)).toBe(before)
  now += 60 * 60_000
  expect((await read()).concerns).toMatchObject([{ id: `checkout_not_reconciled:${CHECKOUT.id}` }])
  expect(await findMark(database.reader, name)).toBe(now)
})

test('a list that could not be read is read again', async () => {
  refunds = AWAY
  const { concerns } = await read()
  expect(concerns).toMatchObject([{ id: 'list_unreadable:stripe' }])
  expect(await findMark(database.reader, { provider: 'stripe', account: null })).toBeUndefined()
})

test.each([
  [403, 'Stripe does not let the key read refunds (403). Give it "Refunds: write".'],
  [401, "Stripe's list of refunds cannot be read: Stripe does not take our key (401)."],
  [500, "Stripe's list of refunds cannot be read: Stripe cannot be reached right now."],
  [
    400,
    "Stripe's list of refunds cannot be read: Stripe refused what was asked: StripeInvalidRequestError: Stripe answered 400, no code, request unknown: oops",
  ],
])('a list that is answered by %i is told to the host in their words', async (status, sentence) => {
  refunds = { status, body: { error: { type: 'invalid_request_error', message: 'oops' } } }
  const { concerns } = await read()
  expect(concerns.map(({ message }) => message)).toEqual([sentence])
})

test('a list that can be read again needs nobody any more', async () => {
  refunds = AWAY
  await read()
  refunds = list(REFUNDS)
  expect((await read()).concerns).toEqual([])
})

/** Returns the start of the time for which each list was requested, in days before now. */
function findSpans(): Record<string, number> {
  const lists = stripe.requests.filter(({ path }) => path !== '/v1/account')
  return Object.fromEntries(
    lists.map(({ path }) => {
      const { pathname, searchParams } = new URL(path, 'http://stripe.test')
      const since = Number(searchParams.get('created[gte]')) * 1000
      return [pathname, Math.round((NOW - since) / DAY_MS)]
    }),
  )
}

async function markReadDaysAgo(days: number): Promise<void> {
  const seenUntil = NOW - days * DAY_MS
  await database.write(setMark, { provider: 'stripe', account: null, seenUntil, hasGap: false })
}

test('after a long absence, refunds and disputes are read from where they were read last', async () => {
  await markReadDaysAgo(40)
  await read()
  expect(findSpans()).toEqual({ '/v1/events': 29, '/v1/refunds': 40, '/v1/disputes': 40 })
})

test('after an absence longer than events are kept, every paid checkout is to be asked about', async () => {
  await markReadDaysAgo(40)
  await read()
  expect(await findAskedUntil(database.reader, 'stripe')).toBe('')
})

test('a payment that cannot be reached after a long absence is tried for an hour too', async () => {
  await markReadDaysAgo(3)
  unreached = [CHECKOUT.id]
  expect((await read()).concerns).toEqual([])
  now += 59 * 60_000
  expect((await read()).concerns).toEqual([])
  now += 60_000
  expect((await read()).concerns).toMatchObject([{ id: `checkout_not_reconciled:${CHECKOUT.id}` }])
})

test('while a list with a gap is held back, the check of all payments does not begin again', async () => {
  await markReadDaysAgo(40)
  unreached = [CHECKOUT.id]
  await read()
  expect(await findAskedUntil(database.reader, 'stripe')).toBeUndefined()
  unreached = []
  await read()
  expect(await findAskedUntil(database.reader, 'stripe')).toBe('')
})

test('a single wrong time in a response moves no list further back than it was read', async () => {
  await read()
  now += 60_000
  disputes = { ...list([]), headers: { date: new Date(now - 40 * DAY_MS).toUTCString() } }
  await read()
  expect(await findMark(database.reader, { provider: 'stripe', account: null })).toBe(NOW)
})

test('after a short absence, the lists suffice', async () => {
  await markReadDaysAgo(28)
  await read()
  expect(await findAskedUntil(database.reader, 'stripe')).toBeUndefined()
})

test('a database without any checkout is read from when it was made', async () => {
  await database.close()
  database = await openTestSqlite()
  await database.autocommit
    .updateTable('installation')
    .set({ created_at: NOW - 3 * DAY_MS })
    .execute()
  await read()
  expect(findSpans()).toMatchObject({ '/v1/events': 3 })
})

test('a clock that is ahead does not make the list count as read further than it was', async () => {
  // The first response tells that Stripe's clock is behind ours.
  behindMs = 6 * 60_000
  await read()
  const mark = await findMark(database.reader, { provider: 'stripe', account: null })
  expect(Math.abs(Number(mark) - NOW + behindMs)).toBeLessThanOrEqual(1_000)
})

test('no list is read while the account of the key is unknown, which may be another one', async () => {
  account = AWAY
  const { concerns } = await read()
  expect(new Set(stripe.requests.map(({ path }) => path))).toEqual(new Set(['/v1/account']))
  expect(concerns.map(({ message }) => message)).toEqual([
    'What Stripe lists could not be taken over: Stripe cannot be reached right now.',
  ])
  account = { body: { id: 'acct_1' } }
  expect((await read()).concerns).toEqual([])
})

test('a key that may not read disputes does not hold up the other lists', async () => {
  disputes = { status: 403, body: { error: { message: 'The key lacks required permissions.' } } }
  const { changed, concerns } = await read()
  expect({ changed, concerns }).toEqual({ changed: [CHECKOUT.id], concerns: [] })
})

test('a dispute without an event leads to its payment', async () => {
  refunds = list([])
  disputes = list([{ id: 'du_1', object: 'dispute', charge: CAPTURE.objectId }])
  expect((await read()).changed).toEqual([CHECKOUT.id])
})
