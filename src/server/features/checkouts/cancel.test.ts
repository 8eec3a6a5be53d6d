import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PROVIDERS } from '#contract/checkout-states.ts'
import {
  expectError,
  openTestApp,
  type TestApp,
  type TestDonor,
} from '../../../../tests/helpers/app.ts'
import { begin, beginAndPay, capture, look, readBoard } from '../../../../tests/helpers/donating.ts'
import { openTestSandbox, type TestSandbox } from '../../../../tests/helpers/payment-sandbox.ts'

let payments: TestSandbox
let server: TestApp
let donor: TestDonor

beforeAll(async () => {
  payments = await openTestSandbox()
})

afterAll(() => payments.close())

beforeEach(async () => {
  server = await openTestApp({ payments })
  donor = await server.signUp()
})

afterEach(async () => {
  await payments.control('/faults/clear', {})
  await server.close()
})

const cancel = (ref: string) =>
  donor.call({ method: 'POST', url: `/api/checkouts/${ref}/cancel`, payload: {} })

describe.each(PROVIDERS)('turning back from a payment by %s', (provider) => {
  test('cancels it, and says so from then on', async () => {
    const begun = await begin(donor, provider)
    expect((await cancel(begun.ref)).json()).toMatchObject({ state: 'cancelled', donation: null })
    expect((await look(donor, begun)).state).toBe('cancelled')
  })

  test('twice is once', async () => {
    const begun = await begin(donor, provider)
    await cancel(begun.ref)
    expect((await cancel(begun.ref)).json()).toMatchObject({ state: 'cancelled' })
  })

  test('while the provider is away says so, and leaves it as it is', async () => {
    const begun = await begin(donor, provider)
    await payments.control('/faults', { provider, fault: '500', times: 20 })
    expectError(await cancel(begun.ref), 503, 'unavailable')
    await payments.control('/faults/clear', {})
    expect((await look(donor, begun)).state).toBe('awaiting_payer')
  })
})

test('a card payment that came first is told as paid', async () => {
  const begun = await beginAndPay(donor, payments, { provider: 'stripe', amountCents: 700 })
  expect((await cancel(begun.ref)).json()).toMatchObject({
    state: 'paid',
    donation: { amountCents: 700 },
  })
  expect(await readBoard(server)).toEqual([['Ada', 700]])
})

test('nobody can pay a card payment any more that was turned back from', async () => {
  const begun = await begin(donor, 'stripe')
  await cancel(begun.ref)
  await payments.payers.stripe.pay(begun.ref, begun.url)
  expect((await look(donor, begun)).state).toBe('cancelled')
  expect(await readBoard(server)).toEqual([])
})

test('a wallet payment that was captured first is told as paid', async () => {
  const begun = await beginAndPay(donor, payments, { provider: 'paypal', amountCents: 700 })
  await capture(donor, begun)
  expect((await cancel(begun.ref)).json()).toMatchObject({ state: 'paid' })
})

test('payments that a provider still works on are listed for their donor alone', async () => {
  const begun = await begin(donor, 'paypal', 800)
  await payments.payers.paypal.payLater(begun.ref, null)
  await capture(donor, begun)
  const { checkouts } = (await donor.call({ url: '/api/checkouts' })).json<{
    checkouts: { state: string; amountCents: number }[]
  }>()
  expect(checkouts).toMatchObject([{ state: 'processing', amountCents: 800, donation: null }])
  const eve = await server.signUp()
  expect((await eve.call({ url: '/api/checkouts' })).json()).toEqual({ checkouts: [] })
  expectError(await server.call({ url: '/api/checkouts' }), 401, 'unauthenticated')
})
