import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refusal, serveApi, type PageResponse } from '#tests/helpers/page/page.ts'
import type { ShowMessage } from '../panel-message.ts'
import { useCardCheckout } from './use-card-checkout.ts'

const CREATE = 'POST /api/create-checkout-session'

// jsdom cannot navigate except to a fragment.
const CREATED = { body: { id: 'cs_1', url: '#hosted' } }

beforeEach(() => {
  vi.useFakeTimers()
  history.replaceState(null, '', '/')
})

afterEach(() => {
  vi.useRealTimers()
})

function startCheckout(created: PageResponse = CREATED) {
  const requests = serveApi({ [CREATE]: created })
  const showMessage = vi.fn<ShowMessage>()
  const payments = {
    cancelOpenCheckouts: vi.fn<() => Promise<boolean>>(async () => true),
    begin: vi.fn<() => void>(),
  }
  const options = {
    validateAmount: () => ({ amountCents: 700, quotedPosition: 4 }),
    showMessage,
    payments,
  }
  const { result } = renderHook(() => useCardCheckout(options))
  return {
    result,
    payments,
    requests,
    lastSentence: () => showMessage.mock.lastCall?.[0]?.sentence,
  }
}

test('the session is remembered before the browser leaves for its page', async () => {
  const { result, payments } = startCheckout()
  payments.begin.mockImplementation(() => expect(location.hash).toBe(''))
  await act(() => result.current.donate())
  expect(payments.begin).toHaveBeenCalledExactlyOnceWith('cs_1', 'card-page', 4)
  expect(location.hash).toBe('#hosted')
  expect(result.current.busy).toBe(true)
})

test('pressing twice makes one session', async () => {
  const { result, requests } = startCheckout()
  await act(async () => {
    await Promise.all([result.current.donate(), result.current.donate()])
  })
  expect(requests).toHaveLength(1)
})

test('while an earlier payment is open no session is created, and the panel can be used', async () => {
  const { result, payments, requests } = startCheckout()
  payments.cancelOpenCheckouts.mockResolvedValue(false)
  await act(() => result.current.donate())
  expect(requests).toEqual([])
  expect(result.current.busy).toBe(false)
})

test('a session that cannot be created is told, and the panel can be used', async () => {
  const { result, lastSentence } = startCheckout(
    refusal('deadline-exceeded', 'Stripe is slow.', 504),
  )
  await act(() => result.current.donate())
  expect(lastSentence()).toBe('Stripe is slow. Nothing was charged. Please try again in a moment.')
  expect(result.current.busy).toBe(false)
})

test('a page restored from the cache can be used again', async () => {
  const { result } = startCheckout()
  await act(() => result.current.donate())
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  expect(result.current.busy).toBe(false)
})

test('after a stopped navigation the panel can be used again', async () => {
  const { result } = startCheckout()
  await act(() => result.current.donate())
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(result.current.busy).toBe(false)
})
