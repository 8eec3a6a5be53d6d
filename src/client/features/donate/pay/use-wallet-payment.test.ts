import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { refusal, serveApi, type PageResponse } from '#tests/helpers/page/page.ts'
import type { ShowMessage } from '../panel-message.ts'
import { useWalletPayment } from './use-wallet-payment.ts'

const CREATE = 'POST /api/paypal/orders'

beforeEach(() => sessionStorage.clear())

/** The server's response to a donor who has begun too many payments. */
const NEEDS_PROOF: PageResponse = {
  status: 429,
  body: {
    error: {
      code: 'resource-exhausted',
      message: 'Please try again.',
      requestId: 'r1',
      challenge: { parameters: { algorithm: 'PBKDF2/SHA-256' }, signature: '00' },
    },
  },
}

/** A worker that never finishes. */
class IdleWorker extends EventTarget {
  static open = 0

  constructor() {
    super()
    IdleWorker.open += 1
  }

  postMessage() {}

  terminate() {
    IdleWorker.open -= 1
  }
}

/** Renders a wallet payment; `payments` is the tracker that follows it. */
function startPayment(created: PageResponse = { body: { id: 'O1' } }) {
  const requests = serveApi({ [CREATE]: created })
  const showMessage = vi.fn<ShowMessage>()
  const payments = {
    cancelOpenCheckouts: vi.fn<() => Promise<boolean>>(async () => true),
    begin: vi.fn<() => void>(),
    approve: vi.fn<() => Promise<'done'>>(async () => 'done'),
    turnBack: vi.fn<() => Promise<boolean>>(async () => true),
  }
  const options = {
    validateAmount: () => ({ amountCents: 700, quotedPosition: 4 }),
    showMessage,
    payments,
  }
  const { current: payment } = renderHook(() => useWalletPayment(options)).result
  return {
    payment,
    payments,
    requests,
    lastSentence: () => showMessage.mock.lastCall?.[0]?.sentence,
  }
}

test('an order is over the amount of that moment, and remembered from then on', async () => {
  const { payment, payments, requests } = startPayment()
  await expect(payment.createOrder()).resolves.toBe('O1')
  expect(requests).toMatchObject([{ route: CREATE, body: { amountCents: 700 } }])
  expect(payments.begin).toHaveBeenCalledExactlyOnceWith('O1', 'wallet', 4)
})

test('while an earlier payment is open no order is created, and no other message is shown', async () => {
  const { payment, payments, requests, lastSentence } = startPayment()
  payments.cancelOpenCheckouts.mockResolvedValue(false)
  const error: unknown = await payment.createOrder().catch((thrown: unknown) => thrown)
  await payment.onError(error)
  expect(requests).toEqual([])
  expect(lastSentence()).toBeUndefined()
})

test('what the payer has approved is captured', async () => {
  const { payment, payments } = startPayment()
  await expect(payment.capture('O1')).resolves.toBe('done')
  expect(payments.approve).toHaveBeenCalledExactlyOnceWith('O1')
})

test('an order whose window is closed is not cancelled: the payer may still approve it', async () => {
  const { payment, payments } = startPayment()
  await payment.createOrder()
  await payment.onCancel()
  expect(payments.turnBack).toHaveBeenCalledExactlyOnceWith('O1', 'window-lost')
})

test('closing the window cancels the proof of work', async () => {
  const { payment, payments, lastSentence, requests } = startPayment(NEEDS_PROOF)
  vi.stubGlobal('Worker', IdleWorker)
  const begun = payment.createOrder().catch((error: unknown) => error)
  await waitFor(() =>
    expect(lastSentence()).toBe('Checking that a person is paying. A few seconds…'),
  )
  await waitFor(() => expect(IdleWorker.open).toBeGreaterThan(0))
  await payment.onCancel()
  await payment.onError(await begun)
  expect(lastSentence()).toBe('Payment cancelled. Nothing was charged.')
  expect(IdleWorker.open).toBe(0)
  expect(requests).toHaveLength(1)
  expect(payments.begin).not.toHaveBeenCalled()
})

test('closing the window before there is an order cancels nothing', async () => {
  const { payment, payments, lastSentence } = startPayment()
  await payment.onCancel()
  expect(payments.turnBack).not.toHaveBeenCalled()
  expect(lastSentence()).toBe('Payment cancelled. Nothing was charged.')
})

test("an order that cannot be created is told in the server's words, whatever the script says", async () => {
  const { payment, lastSentence } = startPayment(
    refusal('unavailable', 'PayPal cannot be reached right now.', 503),
  )
  await expect(payment.createOrder()).rejects.toThrow('PayPal cannot be reached')
  await payment.onError(new Error('Uncaught AppError in the window'))
  expect(lastSentence()).toBe(
    'PayPal cannot be reached right now. Nothing was charged. Please try again in a moment.',
  )
})

test('an error after a payment is over says nothing of that payment', async () => {
  const { payment, payments } = startPayment()
  await payment.createOrder()
  await payment.capture('O1')
  await payment.onError(new Error('The window broke.'))
  expect(payments.turnBack).not.toHaveBeenCalled()
})

test.each(['Can not open popup window - blocked', 'The browser has blocked the window of PayPal.'])(
  'a window that the browser has blocked is told, and what to do: %s',
  async (words) => {
    const { payment, lastSentence } = startPayment()
    await payment.onError(new Error(words))
    expect(lastSentence()).toBe(
      'Your browser blocked PayPal’s window. Allow pop-ups for this page and press the button again. Nothing was charged.',
    )
  },
)

test('an error with an order open says that nothing was charged once the server has said so', async () => {
  const { payment, payments, lastSentence } = startPayment()
  await payment.createOrder()
  await payment.onError(new Error('The window broke.'))
  expect(payments.turnBack).toHaveBeenCalledExactlyOnceWith('O1')
  expect(lastSentence()).toContain('Nothing was charged.')
})

test('an error with an order open says nothing of charges while the server does not know', async () => {
  const { payment, payments, lastSentence } = startPayment()
  payments.turnBack.mockResolvedValue(false)
  await payment.createOrder()
  await payment.onError(new Error('The window broke.'))
  expect(lastSentence()).toBeUndefined()
})
