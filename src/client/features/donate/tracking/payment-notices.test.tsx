import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PAYMENT_CANCELLED } from '#contract/checkout-states.ts'
import type { Checkout } from '#contract/checkouts.ts'
import { refusal, serveApi, type PageResponse, type PageRequest } from '#tests/helpers/page/page.ts'
import { recordCheckoutReturn } from './checkout-return.ts'
import { buildCheckout, buildOwnDonation } from './checkout-builders.ts'
import { PaymentTracker } from './payment-tracker.ts'
import type { OnPaid } from './payments-view.ts'
import { PaymentNotices } from './payment-notices.tsx'
import { saveStep, readOpenCheckouts, type CheckoutStep } from './checkout-storage.ts'

const LIST = 'GET /api/checkouts'
const CHECKOUT = 'GET /api/checkouts/cs_1'
const CANCEL = 'POST /api/checkouts/cs_1/cancel'
const CAPTURE = 'POST /api/paypal/orders/O1/capture'
const CANCEL_ORDER = 'POST /api/checkouts/O1/cancel'

const SERVER_DOWN = refusal('unavailable', 'PayPal cannot be reached right now.', 503)
const TOO_SLOW = refusal('deadline-exceeded', 'PayPal took too long.', 504)
const DECLINED = refusal('failed-precondition', 'PayPal declined. Please choose another one.', 409)
const CAPTURED = { body: { status: 'COMPLETED', donation: buildOwnDonation() } }
const CANCELLED = { body: buildCheckout({ state: 'cancelled' }) }
const PAID = { body: buildCheckout({ state: 'paid' }) }

const CELEBRATED = { shouldCelebrate: true }

const DOUBT =
  'We do not know yet whether your payment went through. Please do not pay again: we are asking PayPal, and this page will tell you.'
const PATIENCE_MS = 60_000

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  history.replaceState(null, '', '/')
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

type Routes = Record<
  string,
  PageResponse | ((request: PageRequest) => PageResponse | Promise<PageResponse>)
>

/** Opens the page with what the tab has stored, for Ada or the given donor. */
async function openPage(routes: Routes, { isSignedIn = true } = {}) {
  const requests = serveApi({ [LIST]: { body: { checkouts: [] } }, ...routes })
  const payments = new PaymentTracker()
  const onPaid = vi.fn<OnPaid>()
  const onTake = vi.fn<(amountCents: number) => void>()
  const show = (donor: string | undefined) => (
    <PaymentNotices donorId={donor} onPaid={onPaid} onTake={onTake} payments={payments} />
  )
  const { rerender, unmount } = render(show(isSignedIn ? 'ada' : undefined))
  await wait(0)
  return {
    payments,
    requests,
    onPaid,
    onTake,
    asked: (route: string) => requests.filter((request) => request.route === route).length,
    signIn: (donor: string | undefined) => act(async () => rerender(show(donor))),
    unmount,
  }
}

/** Returns the responses in turn, the last one for ever. */
function inTurn(...answers: PageResponse[]): () => PageResponse {
  return () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer === undefined) throw new Error('There is no answer to give.')
    return answer
  }
}

function inState(state: Checkout['state']): PageResponse {
  return { body: buildCheckout({ state }) }
}

async function wait(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}

/** Returns all notices that are shown at the moment. */
function shownText(): string {
  return [...screen.queryAllByRole('status'), ...screen.queryAllByRole('alert')]
    .map(({ textContent }) => textContent)
    .join('\n')
}

describe('back from the card page', () => {
  const comeBack = (...answers: PageResponse[]) => {
    history.replaceState(null, '', '/?checkout=cs_1')
    recordCheckoutReturn()
    return openPage({ [CHECKOUT]: inTurn(...answers) })
  }

  test('a paid checkout is celebrated, and nothing else is said', async () => {
    const { onPaid } = await comeBack(PAID)
    expect(onPaid).toHaveBeenCalledExactlyOnceWith(buildOwnDonation(), CELEBRATED)
    expect(shownText()).toBe('')
    expect(readOpenCheckouts().size).toBe(0)
  })

  test('a checkout that is paid a little later is awaited', async () => {
    const { onPaid, payments } = await comeBack(inState('awaiting_payer'), 'unreachable', PAID)
    expect(shownText()).toBe('Confirming your payment…')
    expect(payments.getView().isConfirming).toBe(true)
    await wait(5_000)
    expect(onPaid).toHaveBeenCalledOnce()
    expect(payments.getView().isConfirming).toBe(false)
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
    [
      'processing',
      'Your payment of $5.00 is being processed. Your donation joins the board as soon as the money arrives.',
    ],
  ])('a checkout that is %s is told at once: %s', async (state, sentence) => {
    const { onPaid } = await comeBack(inState(state))
    expect(shownText()).toBe(sentence)
    expect(onPaid).not.toHaveBeenCalled()
    expect(readOpenCheckouts().size).toBe(0)
  })

  test('a payment that failed has the reference by which the host finds it', async () => {
    await comeBack(inState('failed'))
    expect(screen.getByText('Reference:').textContent).toBe('Reference: cs_1')
  })

  test('a donor who waits long is told not to pay again', async () => {
    await comeBack(inState('awaiting_payer'))
    await wait(8_000)
    expect(shownText()).toBe(
      'This takes longer than usual. Please do not pay again: this page tells you as soon as it knows.',
    )
  })

  test.each([
    ['awaiting_payer', inState('awaiting_payer')],
    ['unreachable', 'unreachable'],
  ] as const)(
    'when patience ends the panel is free, and the truth still told when it comes (%s)',
    async (_what, answer) => {
      const { payments, onPaid } = await comeBack(answer)
      await wait(PATIENCE_MS)
      expect(shownText()).toBe(
        'Your payment has not been confirmed yet. There is nothing more to do: if it went through, your donation joins the board by itself.',
      )
      expect(payments.getView().isConfirming).toBe(false)
      serveApi({ [CHECKOUT]: PAID })
      await wait(30_000)
      expect(onPaid).toHaveBeenCalledOnce()
      expect(shownText()).toBe('')
    },
  )

  test('the server is polled in growing intervals', async () => {
    const { asked } = await comeBack(inState('awaiting_payer'))
    await wait(30_000)
    expect(asked(CHECKOUT)).toBeGreaterThan(5)
    expect(asked(CHECKOUT)).toBeLessThan(15)
  })

  test("somebody else's checkout tells nothing of it", async () => {
    await comeBack(refusal('not-found', 'There is no such payment of yours.', 404))
    expect(shownText()).toBe(
      'This payment is not known here. If you were charged, your donation joins the board by itself.',
    )
  })

  test('who is not signed in any more is asked to log in, and told after that', async () => {
    history.replaceState(null, '', '/?checkout=cs_1')
    recordCheckoutReturn()
    const out = refusal('unauthenticated', 'Please log in first.', 401)
    const routes = { [CHECKOUT]: inTurn(out, PAID) }
    const { signIn, onPaid, asked } = await openPage(routes, { isSignedIn: false })
    expect(shownText()).toContain(
      'Log in to see what became of your payment. If it went through, your donation joins the board by itself.',
    )
    await wait(PATIENCE_MS)
    expect(asked(CHECKOUT)).toBe(1)
    await signIn('ada')
    await wait(0)
    expect(onPaid).toHaveBeenCalledOnce()
    expect(shownText()).toBe('')
  })

  test('who is logged out while they approve is asked to log in, and told after that', async () => {
    const out = refusal('unauthenticated', 'Please log in first.', 401)
    const routes = { [CAPTURE]: inTurn(out, out, CAPTURED) }
    const { payments, signIn, onPaid } = await openPage(routes)
    payments.begin('O1', 'wallet', null)
    await act(() => payments.approve('O1'))
    await signIn(undefined)
    await wait(0)
    expect(shownText()).toContain('Log in to see what became of your payment.')
    await signIn('ada')
    await wait(0)
    expect(onPaid).toHaveBeenCalledOnce()
    expect(shownText()).toBe('')
  })

  test('a payment that another tab celebrates is told and not celebrated again', async () => {
    await comeBack(PAID)
    const { onPaid } = await comeBack(PAID)
    expect(onPaid).toHaveBeenCalledExactlyOnceWith(buildOwnDonation(), {
      shouldCelebrate: false,
    })
    expect(shownText()).toBe('Your payment went through. Thank you!')
  })
})

describe('turned back at the card page', () => {
  const turnBack = (answers: PageResponse) => {
    saveStep('cs_1', 'card-page')
    recordCheckoutReturn()
    return openPage({ [CANCEL]: answers })
  }

  test('it is cancelled, and only then said for a while that nothing was charged', async () => {
    const { asked } = await turnBack(CANCELLED)
    expect(asked(CANCEL)).toBe(1)
    expect(shownText()).toBe('Payment cancelled. Nothing was charged.')
    await wait(12_000)
    expect(shownText()).toBe('')
  })

  test('a payment that had gone through after all is celebrated', async () => {
    const { onPaid } = await turnBack(PAID)
    expect(onPaid).toHaveBeenCalledExactlyOnceWith(buildOwnDonation(), CELEBRATED)
    expect(shownText()).toBe('')
  })

  test('while nobody can tell, nothing is said of charges; it is told when it is known', async () => {
    const { payments } = await turnBack('unreachable')
    expect(shownText()).toBe('')
    await wait(1_000)
    expect(shownText()).toBe(
      'We could not make sure yet that your payment is cancelled. We keep trying, and this page will tell you.',
    )
    expect(payments.getView().isConfirming).toBe(false)
    serveApi({ [CANCEL]: CANCELLED })
    await wait(5_000)
    expect(shownText()).toBe('Payment cancelled. Nothing was charged.')
  })

  test('an address that somebody made up says nothing', async () => {
    history.replaceState(null, '', '/?cancelled=cs_9')
    recordCheckoutReturn()
    await openPage({})
    expect(shownText()).toBe('')
    expect(readOpenCheckouts().size).toBe(0)
  })

  test('a page restored from the cache asks the server as well', async () => {
    const { payments, asked } = await openPage({ [CANCEL]: CANCELLED })
    act(() => payments.begin('cs_1', 'card-page', null))
    act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await wait(0)
    expect(asked(CANCEL)).toBe(1)
    expect(shownText()).toBe('Payment cancelled. Nothing was charged.')
  })

  test('nothing is asked while the browser is still on its way to the card page', async () => {
    const { payments, asked } = await openPage({ [CANCEL]: CANCELLED })
    act(() => payments.begin('cs_1', 'card-page', null))
    await wait(PATIENCE_MS)
    expect(asked(CANCEL)).toBe(0)
    expect(readOpenCheckouts().get('cs_1')).toBe('card-page')
  })
})

describe('a wallet payment', () => {
  const approve = async (routes: Routes) => {
    const page = await openPage(routes)
    page.payments.begin('O1', 'wallet', null)
    let result: string | undefined
    await act(async () => {
      void (async () => {
        result = await page.payments.approve('O1')
      })()
    })
    await wait(0)
    return { ...page, result: () => result }
  }

  test('that is captured is celebrated once, with what the server says was paid', async () => {
    const { onPaid, result } = await approve({ [CAPTURE]: CAPTURED })
    expect(result()).toBe('done')
    expect(onPaid).toHaveBeenCalledExactlyOnceWith(buildOwnDonation(), CELEBRATED)
    expect(shownText()).toBe('')
    expect(readOpenCheckouts().size).toBe(0)
  })

  test('that PayPal holds back is not celebrated, and the donor knows why', async () => {
    const { onPaid } = await approve({ [CAPTURE]: { body: { status: 'PENDING', donation: null } } })
    expect(shownText()).toBe(
      'Your payment is being processed. Your donation joins the board as soon as the money arrives.',
    )
    expect(onPaid).not.toHaveBeenCalled()
  })

  test('that is declined lets the payer choose another way, and pays once', async () => {
    const { payments, onPaid, result } = await approve({ [CAPTURE]: inTurn(DECLINED, CAPTURED) })
    expect(result()).toBe('restart')
    expect(shownText()).toBe('PayPal declined. Please choose another one.')
    expect(payments.getView().isConfirming).toBe(false)
    await act(async () => expect(await payments.approve('O1')).toBe('done'))
    expect(onPaid).toHaveBeenCalledOnce()
    expect(shownText()).toBe('')
  })

  test('that was cancelled elsewhere is told as cancelled, and not offered once more', async () => {
    const error = { code: 'failed-precondition', message: 'You have.', requestId: 'r1' }
    const answer = { status: 409, body: { error: { ...error, reason: PAYMENT_CANCELLED } } }
    const { onPaid, result } = await approve({ [CAPTURE]: answer })
    expect(result()).toBe('done')
    expect(shownText()).toBe('Payment cancelled. Nothing was charged.')
    expect(onPaid).not.toHaveBeenCalled()
    expect(readOpenCheckouts().size).toBe(0)
  })

  test('that is being captured keeps from paying again, however slow PayPal is', async () => {
    const slow = new Promise<PageResponse>((answer) => setTimeout(() => answer(CAPTURED), 35_000))
    const { payments, onPaid, asked } = await approve({ [CAPTURE]: () => slow })
    expect(shownText()).toBe('Confirming your payment…')
    await wait(20_000)
    expect(shownText()).toContain('Please do not pay again')
    expect(payments.getView().isConfirming).toBe(true)
    await wait(15_000)
    expect(onPaid).toHaveBeenCalledOnce()
    expect(asked(CAPTURE)).toBe(1)
    expect(shownText()).toBe('')
  })

  test.each([
    ['whose answer is lost', 'unreachable'],
    ['that PayPal is too slow for', TOO_SLOW],
    ['that PayPal cannot be asked of', SERVER_DOWN],
    ['at which the server fails', refusal('unknown', 'Something went wrong.', 500)],
  ] as const)('%s is in doubt until asking again tells', async (_what, failure) => {
    const { payments, onPaid, result } = await approve({
      [CAPTURE]: inTurn(failure, failure, failure, CAPTURED),
    })
    expect(result()).toBe('done')
    expect(shownText()).toBe('Confirming your payment…')
    await wait(1_000)
    expect(shownText()).toBe(DOUBT)
    expect(payments.getView().isConfirming).toBe(true)
    await wait(10_000)
    expect(onPaid).toHaveBeenCalledOnce()
    expect(shownText()).toBe('')
  })

  test('whose response is lost once causes no alarming notice', async () => {
    const { onPaid } = await approve({ [CAPTURE]: inTurn('unreachable', CAPTURED) })
    expect(onPaid).toHaveBeenCalledOnce()
    await wait(PATIENCE_MS)
    expect(shownText()).toBe('')
  })

  test('that turns out declined after an unclear response is told to have charged nothing', async () => {
    const words = 'PayPal declined this way of paying, and nothing was charged.'
    const { payments } = await approve({
      [CAPTURE]: inTurn('unreachable', refusal('failed-precondition', words, 409)),
    })
    await wait(1_000)
    expect(shownText()).toBe(words)
    expect(payments.getView().isConfirming).toBe(false)
    expect(readOpenCheckouts().size).toBe(0)
  })

  test('that stays unclear for long frees the panel, and is polled further', async () => {
    const { payments, asked } = await approve({ [CAPTURE]: SERVER_DOWN })
    await wait(PATIENCE_MS)
    expect(payments.getView().isConfirming).toBe(false)
    expect(shownText()).toBe(DOUBT)
    const before = asked(CAPTURE)
    await wait(PATIENCE_MS)
    expect(asked(CAPTURE)).toBeGreaterThan(before)
  })

  test.each<[CheckoutStep, Routes]>([
    ['approved', { [CAPTURE]: CAPTURED }],
    ['wallet', { 'GET /api/checkouts/O1': PAID }],
  ])('over which the page was loaded again (%s) is celebrated once', async (step, routes) => {
    saveStep('O1', step)
    const first = await openPage(routes)
    expect(first.onPaid).toHaveBeenCalledExactlyOnceWith(buildOwnDonation(), CELEBRATED)
    first.unmount()
    const second = await openPage(routes)
    expect(second.onPaid).not.toHaveBeenCalled()
  })

  test('whose window may still be open after a reload is quietly followed', async () => {
    saveStep('O1', 'wallet')
    const { payments, onPaid } = await openPage({
      'GET /api/checkouts/O1': inTurn(inState('awaiting_payer'), inState('awaiting_payer'), PAID),
    })
    expect(shownText()).toBe('')
    expect(payments.getView().isConfirming).toBe(false)
    await wait(10_000)
    expect(onPaid).toHaveBeenCalledOnce()
  })

  test('that is cancelled is said to have charged nothing once the server has said so', async () => {
    const { payments } = await openPage({
      [CANCEL_ORDER]: inTurn(SERVER_DOWN, SERVER_DOWN, CANCELLED),
    })
    payments.begin('O1', 'wallet', null)
    await act(async () => expect(await payments.turnBack('O1')).toBe(false))
    expect(shownText()).not.toContain('Nothing was charged')
    await wait(3_000)
    expect(shownText()).toBe('Payment cancelled. Nothing was charged.')
  })
})

describe('a new payment', () => {
  test('first cancels what was begun and left, without a notice', async () => {
    const { payments, asked } = await openPage({ [CANCEL_ORDER]: CANCELLED })
    payments.begin('O1', 'wallet', null)
    await act(async () => expect(await payments.cancelOpenCheckouts()).toBe(true))
    expect(asked(CANCEL_ORDER)).toBe(1)
    expect(shownText()).toBe('')
    expect(readOpenCheckouts().size).toBe(0)
  })

  test('is not begun when the earlier one turns out paid: that one is celebrated', async () => {
    const { payments, onPaid } = await openPage({ [CANCEL_ORDER]: PAID })
    payments.begin('O1', 'wallet', null)
    await act(async () => expect(await payments.cancelOpenCheckouts()).toBe(false))
    expect(onPaid).toHaveBeenCalledOnce()
    await act(async () => expect(await payments.cancelOpenCheckouts()).toBe(true))
  })

  test('is not begun while the earlier one cannot be checked, unless the donor insists', async () => {
    const { payments } = await openPage({ [CANCEL_ORDER]: SERVER_DOWN })
    payments.begin('O1', 'wallet', null)
    await act(async () => expect(await payments.cancelOpenCheckouts()).toBe(false))
    expect(shownText()).toBe(
      'An earlier payment of yours could not be checked yet, so no new one was begun. If you go on all the same, both may be charged.',
    )
    await act(async () => expect(await payments.cancelOpenCheckouts()).toBe(true))
    expect(shownText()).toBe('')
  })

  test.each([
    ['takes the place of one that was in doubt for long', CANCELLED, true],
    ['is not begun when one that was in doubt for long turns out paid', PAID, false],
  ])('%s', async (_what, status, isBegun) => {
    saveStep('O1', 'approved')
    const { payments, onPaid, asked } = await openPage({
      [CAPTURE]: SERVER_DOWN,
      [CANCEL_ORDER]: status,
    })
    await wait(PATIENCE_MS)
    const captures = asked(CAPTURE)
    await act(async () => expect(await payments.cancelOpenCheckouts()).toBe(isBegun))
    expect(onPaid).toHaveBeenCalledTimes(isBegun ? 0 : 1)
    await wait(PATIENCE_MS)
    expect(asked(CAPTURE)).toBe(captures)
  })

  test('is not begun while one is being confirmed', async () => {
    saveStep('cs_1', 'returned')
    const { payments } = await openPage({ [CHECKOUT]: inState('awaiting_payer') })
    await act(async () => expect(await payments.cancelOpenCheckouts()).toBe(false))
    expect(shownText()).toContain(
      'A payment of yours is still being confirmed. Please wait until this page tells you.',
    )
  })

  test('removes the notices of earlier ones', async () => {
    saveStep('cs_1', 'returned')
    const { payments } = await openPage({ [CHECKOUT]: inState('failed') })
    expect(shownText()).toContain('did not go through')
    await act(async () => expect(await payments.cancelOpenCheckouts()).toBe(true))
    expect(shownText()).toBe('')
  })
})

describe('whoever logs out', () => {
  test('removes the notices and the followed checkouts', async () => {
    saveStep('cs_1', 'returned')
    const { signIn, asked, payments } = await openPage({ [CHECKOUT]: inState('awaiting_payer') })
    sessionStorage.clear()
    await signIn(undefined)
    expect(shownText()).toBe('')
    expect(payments.getView()).toEqual({
      rows: [],
      notices: [],
      isConfirming: false,
      isUnderWay: false,
      taken: { count: 0, amountCents: undefined },
    })
    const before = asked(CHECKOUT)
    await wait(PATIENCE_MS)
    expect(asked(CHECKOUT)).toBe(before)
  })

  test('is not told of a payment whose response comes too late', async () => {
    saveStep('cs_1', 'returned')
    let answer: (answer: PageResponse) => void = () => {}
    const late = new Promise<PageResponse>((resolve) => {
      answer = resolve
    })
    const { signIn, onPaid } = await openPage({ [CHECKOUT]: () => late })
    sessionStorage.clear()
    await signIn(undefined)
    answer(PAID)
    await wait(1_000)
    expect(onPaid).not.toHaveBeenCalled()
    expect(shownText()).toBe('')
  })
})
