import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Checkout } from '#contract/checkouts.ts'
import { serveApi, type PageResponse } from '#tests/helpers/page/page.ts'
import { buildCheckout, buildOwnDonation } from './checkout-builders.ts'
import { readOpenCheckouts } from './checkout-storage.ts'
import { PaymentNotices } from './payment-notices.tsx'
import { PaymentTracker } from './payment-tracker.ts'
import type { OnPaid } from './payments-view.ts'

const LIST = 'GET /api/checkouts'
const STATUS = 'GET /api/checkouts/O1'

const NOT_HEARD =
  'We have not heard from PayPal. If you did not pay there, nothing was charged. If you still do, this page tells you.'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function inState(state: Checkout['state']): PageResponse {
  return { body: buildCheckout({ state }) }
}

/** Begins a wallet payment whose window is lost; `answers` are the server's, the last one for ever. */
async function loseWindow(...answers: PageResponse[]) {
  const next = () => (answers.length > 1 ? answers.shift() : answers[0]) ?? 'unreachable'
  const requests = serveApi({ [LIST]: { body: { checkouts: [] } }, [STATUS]: next })
  const payments = new PaymentTracker()
  const onPaid = vi.fn<OnPaid>()
  render(<PaymentNotices donorId="ada" onPaid={onPaid} onTake={() => {}} payments={payments} />)
  payments.begin('O1', 'wallet', null)
  await act(async () => expect(await payments.turnBack('O1', 'window-lost')).toBe(false))
  return { payments, onPaid, routes: () => new Set(requests.map(({ route }) => route)) }
}

async function wait(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}

function shownText(): string {
  return screen
    .queryAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('\n')
}

test('a payment whose window is lost is not called cancelled, nor cancelled', async () => {
  const { routes, payments } = await loseWindow(inState('awaiting_payer'))
  expect(shownText()).toBe(NOT_HEARD)
  expect(payments.getView().isConfirming).toBe(false)
  await wait(60_000)
  expect(shownText()).toBe('')
  expect(routes()).toEqual(new Set([LIST, STATUS]))
  expect(readOpenCheckouts().get('O1')).toBe('wallet')
})

test('a payment that is approved after its window was lost is celebrated', async () => {
  const { onPaid } = await loseWindow(
    inState('awaiting_payer'),
    'unreachable',
    inState('awaiting_payer'),
    inState('paid'),
  )
  await wait(30_000)
  expect(onPaid).toHaveBeenCalledExactlyOnceWith(buildOwnDonation(), { shouldCelebrate: true })
  expect(shownText()).toBe('')
})

test('a payment that was approved before its window was lost is celebrated at once', async () => {
  const { onPaid } = await loseWindow(inState('paid'))
  expect(onPaid).toHaveBeenCalledOnce()
  expect(shownText()).toBe('')
})

test('nothing is said of a payment whose time ran out unseen', async () => {
  const { onPaid } = await loseWindow(inState('awaiting_payer'), inState('expired'))
  await wait(30_000)
  expect(shownText()).toBe('')
  expect(onPaid).not.toHaveBeenCalled()
  expect(readOpenCheckouts().size).toBe(0)
})
