import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Checkout } from '#contract/checkouts.ts'
import { refusal, serveApi, type PageAnswer } from '../../../../tests/helpers/page.ts'
import { takeArrival } from './arrival.ts'
import { buildCheckout, buildOwnDonation } from './checkout-builders.ts'
import { CheckoutReturn } from './checkout-return.tsx'

const PATIENCE_MS = 30_000

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Comes back from the hosted page; the server gives the answers in turn, the last for ever. */
async function comeBack(...answers: (Checkout['state'] | PageAnswer)[]) {
  history.replaceState(null, '', '/?checkout=cs_1')
  const remaining = [...answers]
  const requests = serveApi({
    'GET /api/checkouts/cs_1': () => {
      const answer = remaining.length > 1 ? remaining.shift() : remaining[0]
      if (answer === undefined || answer === 'unreachable') return 'unreachable'
      return typeof answer === 'string' ? { body: buildCheckout({ state: answer }) } : answer
    },
  })
  const onPaid = vi.fn<() => void>()
  const arrival = takeArrival()
  if (arrival === undefined) throw new Error('The address names no checkout.')
  render(<CheckoutReturn arrival={arrival} onPaid={onPaid} />)
  expect(screen.getByRole('status').textContent).toBe('Confirming your payment…')
  await wait(0)
  return { onPaid, requests }
}

async function wait(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}

test('a paid checkout is celebrated, and says nothing else', async () => {
  const { onPaid } = await comeBack('paid')
  expect(onPaid).toHaveBeenCalledExactlyOnceWith(buildOwnDonation())
  expect(screen.queryByRole('status')).toBeNull()
  expect(takeArrival()).toBeUndefined()
})

test('a checkout that is paid a little later is awaited', async () => {
  const { onPaid } = await comeBack('awaiting_payer', 'processing', 'unreachable', 'paid')
  expect(onPaid).not.toHaveBeenCalled()
  await wait(5_000)
  expect(onPaid).toHaveBeenCalledOnce()
})

test('the same checkout is not celebrated twice', async () => {
  await comeBack('paid')
  const { onPaid } = await comeBack('paid')
  expect(onPaid).not.toHaveBeenCalled()
})

test.each<[Checkout['state'], string]>([
  ['failed', 'The payment failed and nothing was charged.'],
  ['expired', 'This payment ran out of time and nothing was charged.'],
  ['cancelled', 'Payment cancelled. Nothing was charged.'],
  ['review', 'Please do not pay again.'],
])('a checkout that ended as %s is told at once: %s', async (state, sentence) => {
  const { onPaid } = await comeBack(state)
  expect(screen.getByText(sentence, { exact: false })).toBeDefined()
  expect(onPaid).not.toHaveBeenCalled()
})

test.each<[Checkout['state'] | PageAnswer, string]>([
  ['processing', 'Your payment is being processed.'],
  ['awaiting_payer', 'Your payment has not been confirmed yet.'],
  ['unreachable', 'Your payment has not been confirmed yet.'],
])('when patience ends, what is known is told (%j)', async (answer, sentence) => {
  const { requests } = await comeBack(answer)
  await wait(PATIENCE_MS)
  expect(screen.getByText(sentence, { exact: false })).toBeDefined()
  const asked = requests.length
  await wait(PATIENCE_MS)
  expect(requests).toHaveLength(asked)
})

test('the server is asked ever more calmly', async () => {
  const { requests } = await comeBack('processing')
  await wait(PATIENCE_MS)
  expect(requests.length).toBeGreaterThan(5)
  expect(requests.length).toBeLessThan(15)
})

test("somebody else's checkout tells nothing of it", async () => {
  const { onPaid } = await comeBack(refusal('not-found', 'There is no such payment of yours.', 404))
  expect(screen.getByRole('alert').textContent).toContain('This payment is not known here.')
  expect(onPaid).not.toHaveBeenCalled()
})

test('who is not signed in any more is asked to log in', async () => {
  await comeBack(refusal('unauthenticated', 'Please log in first.', 401))
  expect(screen.getByRole('alert').textContent).toContain('Log in to see')
})

test('who turned back at the hosted page reads for a while that nothing was charged', async () => {
  render(<CheckoutReturn arrival={{ kind: 'cancelled' }} onPaid={() => {}} />)
  expect(screen.getByText('Payment cancelled. Nothing was charged.')).toBeDefined()
  await wait(12_000)
  expect(screen.queryByRole('status')).toBeNull()
})
