import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { refusal, serveApi, type PageAnswer } from '../../../../tests/helpers/page.ts'
import { buildCheckout, buildOwnDonation } from './checkout-builders.ts'
import type { Tell } from './message.ts'
import { useWalletPayment } from './use-wallet-payment.ts'

const CREATE = 'POST /api/paypal/orders'
const CAPTURE = 'POST /api/paypal/orders/O1/capture'
const LOOK = 'GET /api/checkouts/O1'

beforeEach(() => sessionStorage.clear())

function startPayment(routes: Record<string, PageAnswer>, amountCents: number | undefined = 700) {
  const requests = serveApi(routes)
  const tell = vi.fn<Tell>()
  const onPaid = vi.fn<() => void>()
  const options = { requireAmount: () => amountCents, tell, onPaid }
  const { current: payment } = renderHook(() => useWalletPayment(options)).result
  return { payment, requests, onPaid, told: () => tell.mock.lastCall?.[0] }
}

test('an order is over the amount of that moment', async () => {
  const { payment, requests } = startPayment({ [CREATE]: { body: { id: 'O1' } } })
  await expect(payment.createOrder()).resolves.toBe('O1')
  expect(requests).toMatchObject([{ route: CREATE, body: { amountCents: 700 } }])
})

test('a captured payment is celebrated once, with what the server says was paid', async () => {
  const { payment, onPaid } = startPayment({
    [CAPTURE]: { body: { status: 'COMPLETED', donation: buildOwnDonation() } },
  })
  await expect(payment.capture('O1')).resolves.toBe('done')
  await payment.capture('O1')
  expect(onPaid).toHaveBeenCalledExactlyOnceWith(buildOwnDonation())
})

test('money that PayPal holds back is not celebrated, and the donor knows why', async () => {
  const { payment, onPaid, told } = startPayment({
    [CAPTURE]: { body: { status: 'PENDING', donation: null } },
  })
  await expect(payment.capture('O1')).resolves.toBe('done')
  expect(told()).toMatchObject({ kind: 'status', tone: 'calm' })
  expect(told()?.sentence).toContain('Your payment is being processed.')
  expect(onPaid).not.toHaveBeenCalled()
})

test('a declined instrument lets the payer choose another', async () => {
  const { payment, onPaid, told } = startPayment({
    [CAPTURE]: refusal('failed-precondition', 'Please choose another one.', 409),
  })
  await expect(payment.capture('O1')).resolves.toBe('restart')
  expect(told()).toMatchObject({ kind: 'alert', sentence: 'Please choose another one.' })
  expect(onPaid).not.toHaveBeenCalled()
})

test('a capture whose answer is lost is looked up, and not asked of the donor again', async () => {
  const { payment, onPaid } = startPayment({
    [CAPTURE]: 'unreachable',
    [LOOK]: { body: buildCheckout({ state: 'paid' }) },
  })
  await expect(payment.capture('O1')).resolves.toBe('done')
  expect(onPaid).toHaveBeenCalledExactlyOnceWith(buildOwnDonation())
})

test('a capture that nobody can tell of is never said to have charged nothing', async () => {
  const { payment, told } = startPayment({
    [CAPTURE]: refusal('unknown', 'The server failed.', 500),
    [LOOK]: refusal('not-found', 'There is no such payment of yours.', 404),
  })
  await expect(payment.capture('O1')).resolves.toBe('done')
  expect(told()?.kind).toBe('alert')
  expect(told()?.sentence).toContain('The server failed. Your payment has not been confirmed yet.')
  expect(told()?.sentence).not.toContain('Nothing was charged')
})

test('a cancelled payment is calmly said to have charged nothing', () => {
  const { payment, told } = startPayment({})
  payment.onCancel()
  expect(told()).toEqual({
    kind: 'status',
    tone: 'calm',
    sentence: 'Payment cancelled. Nothing was charged.',
  })
})
