import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PROVIDERS } from '#contract/checkout-states.ts'
import { ROUTES } from '#contract/routes.ts'
import {
  expectError,
  openTestApp,
  type TestApp,
  type TestDonor,
} from '../../../../tests/helpers/app.ts'
import { readLedger, reconcile, requirePaymentId } from '../../../../tests/helpers/books.ts'
import {
  begin,
  beginAndPay,
  look,
  readBoard,
  requireCheckoutRow,
  tryToBegin,
  type Begun,
} from '../../../../tests/helpers/donating.ts'
import { openTestSandbox, type TestSandbox } from '../../../../tests/helpers/payment-sandbox.ts'

const HOUR_MS = 60 * 60 * 1000

let payments: TestSandbox
let server: TestApp
let donor: TestDonor
let shiftMs = 0

beforeAll(async () => {
  payments = await openTestSandbox()
})

afterAll(() => payments.close())

beforeEach(async () => {
  shiftMs = 0
  server = await openTestApp({ payments, clock: () => Date.now() + shiftMs })
  donor = await server.signUp()
})

afterEach(async () => {
  await payments.control('/faults/clear', {})
  await server.close()
})

function alter({ ref }: Begun, change: object): Promise<unknown> {
  return server.database.autocommit
    .updateTable('checkouts')
    .set(change)
    .where('provider_ref', '=', ref)
    .execute()
}

describe.each(PROVIDERS)('a payment by %s', (provider) => {
  test('of which nothing was ever heard is found, and booked', async () => {
    const begun = await beginAndPay(donor, payments, { provider, amountCents: 700 })
    const report = await reconcile(server)
    const { id } = await requireCheckoutRow(server, begun.ref)
    expect(report.mended).toContainEqual({
      checkoutId: id,
      from: 'awaiting_payer',
      to: 'paid',
      cents: 700,
    })
    expect(report.driftCents).toBe(0)
    expect(await readBoard(server)).toEqual([['Ada', 700]])
  })

  test('whose refund was never heard of is mended', async () => {
    const begun = await beginAndPay(donor, payments, { provider, amountCents: 900 })
    await reconcile(server)
    const paymentId = await requirePaymentId(payments, begun.ref)
    await payments.control('/refunds', { provider, paymentId, amountCents: 250 })
    const report = await reconcile(server)
    expect(report.missed).toBeGreaterThan(0)
    expect(report.driftCents).toBe(0)
    expect(await readBoard(server)).toEqual([['Ada', 650]])
  })

  test('whose creation was cut off is begun again under the same key, and only once', async () => {
    const begun = await begin(donor, provider)
    await alter(begun, { provider_ref: null, state: 'created' })
    await reconcile(server)
    expect(await requireCheckoutRow(server, begun.ref)).toMatchObject({ state: 'awaiting_payer' })
  })

  test('whose creation was cut off and whose time is over has expired', async () => {
    const begun = await begin(donor, provider)
    const { id } = await requireCheckoutRow(server, begun.ref)
    await alter(begun, { provider_ref: null, state: 'created' })
    shiftMs = 2 * HOUR_MS
    await reconcile(server)
    expect(await look(donor, { ref: id })).toMatchObject({ state: 'expired' })
  })

  test('that cannot be asked about comes again', async () => {
    const begun = await beginAndPay(donor, payments, { provider, amountCents: 400 })
    const fault = { provider, fault: '500', times: 50 }
    await payments.control('/faults', fault)
    expect(await reconcile(server)).toMatchObject({ unreachable: 1, mended: [] })
    expect((await requireCheckoutRow(server, begun.ref)).state).toBe('awaiting_payer')
    await payments.control('/faults/clear', {})
    expect(await reconcile(server)).toMatchObject({ unreachable: 0, driftCents: 0 })
    expect(await readBoard(server)).toEqual([['Ada', 400]])
  }, 30_000)
})

test('a checkout that a mistake of ours stops does not stop the others', async () => {
  const bad = await beginAndPay(donor, payments, { provider: 'stripe' })
  await alter(bad, { provider: 'nobody' })
  await beginAndPay(donor, payments, { provider: 'stripe', amountCents: 600 })
  const report = await reconcile(server)
  expect(report.concerns).toHaveLength(1)
  expect(await readBoard(server)).toEqual([['Ada', 600]])
})

test('what is paid is asked about again when all is asked for', async () => {
  const begun = await beginAndPay(donor, payments, { provider: 'stripe', amountCents: 600 })
  await look(donor, begun)
  const { checked } = await reconcile(server)
  expect((await reconcile(server, { scope: 'all' })).checked).toBe(checked + 1)
})

test('money that the board lacks shows as drift', async () => {
  const begun = await beginAndPay(donor, payments, { provider: 'stripe', amountCents: 600 })
  await look(donor, begun)
  await server.database.autocommit.updateTable('donations').set({ amount_cents: 550 }).execute()
  const report = await reconcile(server)
  expect(report.driftCents).toBe(50)
  expect(report.concerns).toEqual([
    expect.objectContaining({ reason: 'The ledger has 600 cents, the board 550.' }),
  ])
})

test('deleted test donations are no drift, and stay deleted', async () => {
  const begun = await beginAndPay(donor, payments, { provider: 'stripe', amountCents: 600 })
  await look(donor, begun)
  await donor.call({ method: 'DELETE', url: ROUTES.testDonations })
  expect(await reconcile(server, { scope: 'all' })).toMatchObject({ driftCents: 0, mended: [] })
  expect(await readBoard(server)).toEqual([])
  expect(await readLedger(server)).toEqual([['capture', 600]])
})

test('an answer to our creation that never came is asked for again, and nothing is charged', async () => {
  await payments.control('/faults', { provider: 'paypal', fault: 'cut', path: '/v2/', times: 9 })
  expectError(await tryToBegin(donor, 'paypal'), 503, 'unavailable')
  await payments.control('/faults/clear', {})
  shiftMs = 2 * 60_000
  const report = await reconcile(server)
  expect(report.mended).toMatchObject([{ from: 'created', to: 'awaiting_payer', cents: 0 }])
})

test('only whoever runs the server may reconcile', async () => {
  for (const headers of [{}, { authorization: 'Bearer guess' }]) {
    const url = ROUTES.reconciliations
    const answer = await server.app.inject({ method: 'POST', url, headers, payload: {} })
    expectError(answer, 404, 'not-found')
  }
  const asDonor = await donor.call({ method: 'POST', url: ROUTES.reconciliations, payload: {} })
  expectError(asDonor, 404, 'not-found')
})
