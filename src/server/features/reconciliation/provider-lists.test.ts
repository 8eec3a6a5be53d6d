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
import { createCheckouts } from '../checkouts/checkouts.ts'
import { bookCaptures, insertCheckouts } from '../checkouts/store.ts'
import { readLists } from './provider-lists.ts'
import { findMark } from './store.ts'

const NOW = 10_000_000
const CHECKOUT = buildCheckout({ created_at: NOW - 1_000 })
const CAPTURE = buildCapture(CHECKOUT)

const UNKNOWN: Reply = { status: 404, body: { error: { message: 'No such charge' } } }
const AWAY: Reply = { status: 500, body: { error: { message: 'oops' } } }

let database: Database
let stripe: HttpDouble
let strangeCharge: Reply

beforeEach(async () => {
  database = await openTestSqlite()
  await database.write(insertCheckouts, CHECKOUT)
  await database.write(bookCaptures, CAPTURE)
  stripe = await openHttpDouble(({ path }) => {
    if (path.startsWith('/v1/charges/')) return strangeCharge
    const charges = path.startsWith('/v1/refunds') ? ['ch_strange', CAPTURE.objectId] : []
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
  const hinted = await readLists({ database, providers, checkouts, inbox, clock, logger }, report)
  return { hinted: [...hinted], concerns: report.concerns }
}

test('a refund of which nobody can say whose it is does not hide the others', async () => {
  strangeCharge = UNKNOWN
  const { hinted, concerns } = await read()
  expect(hinted).toEqual([CHECKOUT.id])
  expect(concerns).toEqual([
    { subject: 'stripe ch_strange', reason: 'Stripe does not know this payment.' },
  ])
  expect(await findMark(database.reader, 'stripe')).toBe(NOW)
})

test('a list that could be read in part only is read again', async () => {
  strangeCharge = AWAY
  const { concerns } = await read()
  expect(concerns).toMatchObject([{ subject: 'lists of stripe' }])
  expect(await findMark(database.reader, 'stripe')).toBeUndefined()
})
