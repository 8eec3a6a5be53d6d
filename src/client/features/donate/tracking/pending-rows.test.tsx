import { act, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Checkout } from '#contract/checkouts.ts'
import { refusal, serveApi, type PageResponse } from '#tests/helpers/page/page.ts'
import { buildCheckout, buildOwnDonation } from './checkout-builders.ts'
import { PaymentTracker } from './payment-tracker.ts'
import type { OnPaid } from './payments-view.ts'
import { PaymentNotices } from './payment-notices.tsx'
import { PendingRows, type ShownBoard } from './pending-rows.tsx'

const EMPTY: ShownBoard = { rows: [], arrivals: [] }
const HELD_BACK = { body: { status: 'PENDING', donation: null } }
const FADED_MS = 450
const GENTLE_MS = 3_000

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** The server's pending list, and the status of a payment of $5.00 that is no longer on it. */
interface Server {
  listed: Checkout[] | 'unreachable'
  status: PageResponse
}

async function openPage(start: Partial<Server> = {}) {
  const server: Server = {
    listed: [buildCheckout({ id: 'c1', state: 'processing' })],
    status: { body: buildCheckout({ id: 'c1', state: 'processing' }) },
    ...start,
  }
  const requests = serveApi({
    'GET /api/checkouts': () =>
      server.listed === 'unreachable' ? 'unreachable' : { body: { checkouts: server.listed } },
    'GET /api/checkouts/c1': () => server.status,
    'POST /api/paypal/orders/O1/capture': HELD_BACK,
    'POST /api/paypal/orders/O2/capture': HELD_BACK,
  })
  const payments = new PaymentTracker()
  const onPaid = vi.fn<OnPaid>()
  const page = (donorId: string | undefined, board: ShownBoard, isLive: boolean) => (
    <>
      <PaymentNotices donorId={donorId} onPaid={onPaid} onTake={() => {}} payments={payments} />
      <PendingRows board={board} isLive={isLive} payments={payments} />
    </>
  )
  const view = render(page('ada', EMPTY, true))
  await wait(0)
  return {
    server,
    payments,
    onPaid,
    asked: () => requests.length,
    show: (board: ShownBoard, { isLive = true } = {}) =>
      act(async () => view.rerender(page('ada', board, isLive))),
    logOut: () => act(async () => view.rerender(page(undefined, EMPTY, true))),
    end: (state: Checkout['state']) => {
      server.listed = []
      server.status = { body: buildCheckout({ id: 'c1', state }) }
    },
  }
}

async function wait(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}

const rows = () =>
  within(screen.getByRole('region', { name: 'Your payments under way' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

const nothingIsPending = () => screen.queryByRole('region') === null

test('a pending payment is a row of a list of its own, without a rank', async () => {
  await openPage()
  expect(rows()).toEqual(['YouBeing confirmed$5.00'])
  const item = screen.getByRole('listitem')
  expect(item.closest('ul')).not.toBeNull()
  expect(item.hasAttribute('value')).toBe(false)
  expect(item.hasAttribute('aria-posinset')).toBe(false)
})

test('several are listed with the newest first', async () => {
  const listed = [700, 500].map((amountCents) =>
    buildCheckout({ id: `c${amountCents}`, state: 'processing', amountCents }),
  )
  await openPage({ listed })
  expect(rows()).toEqual(['YouBeing confirmed$7.00', 'YouBeing confirmed$5.00'])
})

test('without pending payments nothing is shown and nothing is polled', async () => {
  const { asked } = await openPage({ listed: [] })
  expect(nothingIsPending()).toBe(true)
  expect(asked()).toBe(1)
  await wait(300_000)
  expect(asked()).toBe(1)
})

test('the server is polled after 3 s, and then in growing intervals up to 30 s', async () => {
  const { asked } = await openPage()
  await wait(GENTLE_MS)
  expect(asked()).toBe(2)
  await wait(600_000)
  expect(asked()).toBeLessThan(30)
})

test('a paid row turns solid, is celebrated once, and goes when the board has it', async () => {
  const { end, show, onPaid } = await openPage()
  end('paid')
  await wait(GENTLE_MS)
  expect(rows()).toEqual(['YouConfirmed$5.00'])
  expect(onPaid).toHaveBeenCalledExactlyOnceWith(buildOwnDonation(), {
    shouldCelebrate: true,
  })
  await show({ rows: [{ id: 'd1' }], arrivals: [] })
  await wait(FADED_MS)
  expect(nothingIsPending()).toBe(true)
})

test('a donation of that amount on the board has the server asked at once', async () => {
  const { end, show, asked } = await openPage()
  end('paid')
  const before = asked()
  await show({ rows: [{ id: 'x' }], arrivals: [{ amountCents: 900 }] })
  expect(asked()).toBe(before)
  await show({ rows: [{ id: 'd1' }], arrivals: [{ amountCents: 500 }] })
  await wait(FADED_MS)
  expect(nothingIsPending()).toBe(true)
})

test('a paid row whose donation stands further down than the board shows goes after a while', async () => {
  const { end } = await openPage()
  end('paid')
  await wait(GENTLE_MS)
  await wait(4_000 + FADED_MS)
  expect(nothingIsPending()).toBe(true)
})

test('while the board is not live the row stays, and the server is asked all the same', async () => {
  const { end, show } = await openPage()
  await show(EMPTY, { isLive: false })
  end('paid')
  await wait(GENTLE_MS)
  await wait(60_000)
  expect(rows()).toEqual(['YouConfirmed$5.00'])
  await show({ rows: [{ id: 'd1' }], arrivals: [] })
  await wait(FADED_MS)
  expect(nothingIsPending()).toBe(true)
})

test.each<[Checkout['state'], string]>([
  [
    'failed',
    'Your payment of $5.00 did not go through. Nothing was charged. You can try again, or pay another way.',
  ],
  [
    'expired',
    'Your payment of $5.00 ran out of time. Nothing was charged. You can start a new one.',
  ],
  ['cancelled', 'Payment cancelled. Nothing was charged.'],
  [
    'review',
    'Your payment of $5.00 needs a look by the host before it can be shown. Please do not pay again.',
  ],
])('a payment that ends as %s fades with a plain sentence: %s', async (state, sentence) => {
  const { end, onPaid } = await openPage()
  end(state)
  await wait(GENTLE_MS)
  expect(screen.getByText(sentence)).toBeDefined()
  await wait(FADED_MS)
  expect(nothingIsPending()).toBe(true)
  expect(onPaid).not.toHaveBeenCalled()
})

test.each([
  ['cannot be reached', 'unreachable' as const],
  ['cannot tell', refusal('unavailable', 'Down.', 503)],
])('while the server %s the row stays as it is', async (_what, status) => {
  const { server } = await openPage()
  server.status = status
  server.listed = status === 'unreachable' ? 'unreachable' : []
  await wait(60_000)
  expect(rows()).toEqual(['YouBeing confirmed$5.00'])
})

test('a list that could not be read at first is read later', async () => {
  const { server } = await openPage({ listed: 'unreachable' })
  expect(nothingIsPending()).toBe(true)
  server.listed = [buildCheckout({ id: 'c1', state: 'processing' })]
  await wait(GENTLE_MS)
  expect(rows()).toHaveLength(1)
})

test('the row of a payment that no longer exists goes without a notice', async () => {
  const { server } = await openPage()
  server.listed = []
  server.status = refusal('not-found', 'There is no such payment of yours.', 404)
  await wait(GENTLE_MS)
  await wait(FADED_MS)
  expect(nothingIsPending()).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('every payment that is held back is told of, also the second over the same amount', async () => {
  const { payments } = await openPage({ listed: [] })
  for (const order of ['O1', 'O2']) {
    await act(async () => {
      await payments.cancelOpenCheckouts()
      await payments.approve(order)
    })
    expect(screen.getByRole('status').textContent).toContain('is being processed.')
    await wait(12_000)
    expect(screen.queryByRole('status')).toBeNull()
  }
})

test('logging out removes the rows', async () => {
  const { logOut, asked } = await openPage()
  await logOut()
  expect(nothingIsPending()).toBe(true)
  const before = asked()
  await wait(300_000)
  expect(asked()).toBe(before)
})
