import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildCapture, buildCheckout } from '../../../../tests/helpers/builders.ts'
import { openTestSqlite } from '../../../../tests/helpers/database.ts'
import {
  openHttpDouble,
  type HttpDouble,
  type Reply,
} from '../../../../tests/helpers/http-double.ts'
import { createMemoryBus } from '../../infra/bus/memory-bus.ts'
import type { Database } from '../../infra/database/database.ts'
import { createStripeProvider } from '../../payments/stripe.ts'
import { createConcerns } from '../concerns/concerns.ts'
import { createCheckouts } from '../checkouts/checkouts.ts'
import { bookCaptures, insertCheckouts } from '../checkouts/store.ts'
import { readLists } from './provider-lists.ts'
import { findMark } from './store.ts'

const NOW = 10_000_000
const CHECKOUT = buildCheckout({ created_at: NOW - 1_000 })
const CAPTURE = buildCapture(CHECKOUT)

const UNKNOWN: Reply = { status: 404, body: { error: { message: 'No such charge' } } }
const FOREIGN: Reply = { body: { id: 'ch_strange', payment_intent: null } }
const AWAY: Reply = { status: 500, body: { error: { message: 'oops' } } }

let database: Database
let stripe: HttpDouble
let strangeCharge: Reply
let listedRefunds: string[]

beforeEach(async () => {
  listedRefunds = ['ch_strange', CAPTURE.objectId]
  database = await openTestSqlite()
  await database.write(insertCheckouts, CHECKOUT)
  await database.write(bookCaptures, CAPTURE)
  stripe = await openHttpDouble(({ path }) => {
    if (path.startsWith('/v1/charges/')) return strangeCharge
    const charges = path.startsWith('/v1/refunds') ? listedRefunds : []
    return { body: { data: charges.map((charge) => ({ charge })), has_more: false } }
  })
})

afterEach(async () => {
  await stripe.close()
  await database.close()
})

async function read() {
  const clock = () => NOW
  const logger = pino({ level: 'silent' })
  const report = {
    missed: 0,
    checked: 0,
    mended: [],
    unreachable: 0,
    outcomes: [],
    concerns: [],
    driftCents: 0,
  }
  const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' }
  const address = { apiBase: stripe.url, livemode: false, timeoutMs: 2_000 }
  const providers = { stripe: createStripeProvider({ ...keys, ...address, clock }) }
  const limits = { maxCents: 1_000_000 }
  const bus = createMemoryBus()
  const checkouts = createCheckouts({ database, providers, bus, limits, clock, logger })
  const inbox = { adopt: async () => 0 }
  const concerns = createConcerns({ database, clock, logger })
  const deps = { database, providers, checkouts, inbox, concerns, logger }
  const hinted = await readLists(deps, report)
  return { hinted: [...hinted], concerns: await concerns.list() }
}

test('a refund of which nobody can say whose it is does not hide the others', async () => {
  strangeCharge = UNKNOWN
  const { hinted, concerns } = await read()
  expect(hinted).toEqual([CHECKOUT.id])
  expect(concerns).toMatchObject([
    {
      id: 'hint_not_followed:stripe:ch_strange',
      message: 'A change could not be followed to its payment: Stripe does not know this payment.',
    },
  ])
  expect(await findMark(database.reader, { provider: 'stripe', account: null })).toBe(NOW)
})

test('a list that could be read in part only is read again', async () => {
  strangeCharge = AWAY
  const { concerns } = await read()
  expect(concerns).toMatchObject([{ id: 'list_unreadable:stripe' }])
  expect(await findMark(database.reader, { provider: 'stripe', account: null })).toBeUndefined()
})

test('a list that can be read again needs nobody any more', async () => {
  strangeCharge = AWAY
  await read()
  strangeCharge = FOREIGN
  expect((await read()).concerns).toEqual([])
})

test('a change that led nowhere is followed again, although the list is read already', async () => {
  strangeCharge = UNKNOWN
  await read()
  listedRefunds = []
  expect((await read()).concerns).toHaveLength(1)
  strangeCharge = FOREIGN
  expect((await read()).concerns).toEqual([])
})
