import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PublicConfig } from '#contract/config.ts'
import { expectConsoleError } from '#tests/helpers/vitest/console-errors.ts'
import { buildConfig } from '#tests/helpers/page/config.ts'
import { stubBrowserApis, refusal, serveApi, type PageResponse } from '#tests/helpers/page/page.ts'
import { forgetConfig } from '#client/lib/config.ts'
import { DonatePanel } from './donate-panel.tsx'
import { PaymentTracker } from './tracking/payment-tracker.ts'

const CARD = 'POST /api/create-checkout-session'
const DELETE = 'DELETE /api/donations/test'

beforeEach(() => {
  sessionStorage.clear()
  stubBrowserApis()
  forgetConfig()
})

async function openPanel(
  routes: Record<string, PageResponse> = {},
  config: Partial<PublicConfig> = {},
) {
  const requests = serveApi({ 'GET /api/config': { body: buildConfig(config) }, ...routes })
  const onFocused = vi.fn<() => void>()
  const payments = new PaymentTracker()
  const props = { focusRequested: false, onFocused, payments }
  const show = (focusRequested: boolean, cents?: number) => (
    <Suspense>
      <DonatePanel {...props} focusRequested={focusRequested} requestedCents={cents} />
    </Suspense>
  )
  const view = await act(async () => render(show(false)))
  return {
    user: userEvent.setup(),
    posted: () => requests.filter(({ route }) => !route.startsWith('GET')),
    requestFocus: (cents?: number) => view.rerender(show(true, cents)),
    onFocused,
    payments,
  }
}

const amount = () => screen.getByLabelText<HTMLInputElement>('Amount (USD)')
const button = (name: string) => screen.getByRole('button', { name })
const problem = () => document.getElementById(amount().getAttribute('aria-describedby') ?? '')

test('the amount is a number of dollars from the minimum in steps of a cent', async () => {
  await openPanel()
  const { type, min, step, value, inputMode } = amount()
  expect({ type, min: Number(min), step, value, inputMode }).toEqual({
    type: 'number',
    min: 1,
    step: '0.01',
    value: '5.00',
    inputMode: 'decimal',
  })
})

test('focusing the field selects its text', async () => {
  const { user } = await openPanel()
  await user.click(amount())
  await user.keyboard('7')
  expect(amount().value).toBe('7')
})

test("a phone's enter key puts the keyboard away, and pays nothing", async () => {
  const { user, posted } = await openPanel()
  const isPhone = (query: string) => ({ matches: query.includes('coarse') })
  vi.stubGlobal('matchMedia', isPhone)
  await user.type(amount(), '7{Enter}')
  expect(document.activeElement).not.toBe(amount())
  expect(posted()).toEqual([])
})

test('another enter key keeps the focus, says what is wrong, and pays nothing', async () => {
  const { user, posted } = await openPanel()
  await user.clear(amount())
  await user.type(amount(), '0.5{Enter}')
  expect(document.activeElement).toBe(amount())
  expect(problem()?.textContent).toBe('The smallest donation is $1.00.')
  expect(posted()).toEqual([])
})

test('an amount that cannot be paid is refused by the field, and nothing is sent', async () => {
  const { user, posted } = await openPanel()
  await user.clear(amount())
  await user.type(amount(), '0.5')
  expect(problem()?.textContent).toBe('Type an amount from $1.00 to $10,000.00.')
  expect(amount().getAttribute('aria-invalid')).toBe('false')
  await user.click(button('Donate with Stripe'))
  expect(problem()?.textContent).toBe('The smallest donation is $1.00.')
  expect(amount().getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(amount())
  expect(posted()).toEqual([])
})

test.each([
  ['7.555', 'Please use at most two decimals, such as 5.25.'],
  ['10000.01', 'The largest donation is $10,000.00.'],
])('%s is refused as soon as it is typed: %s', async (text, sentence) => {
  await openPanel()
  fireEvent.change(amount(), { target: { value: text } })
  expect(problem()?.textContent).toBe(sentence)
  expect(amount().getAttribute('aria-invalid')).toBe('true')
})

test('a quick amount fills the field, and is what is paid', async () => {
  const { user, posted } = await openPanel({ [CARD]: refusal('unavailable', 'Not now.', 503) })
  await user.click(button('$25'))
  expect(amount().value).toBe('25.00')
  expect(button('$25').getAttribute('aria-pressed')).toBe('true')
  await user.click(button('Donate with Stripe'))
  expect(posted()).toMatchObject([{ route: CARD, body: { amountCents: 2500 } }])
})

test('a checkout that cannot be created is told, and the panel usable again', async () => {
  const { user } = await openPanel({
    [CARD]: refusal('unavailable', 'The card provider cannot be reached.', 503),
  })
  await user.click(button('Donate with Stripe'))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The card provider cannot be reached. Nothing was charged. Please try again in a moment.',
  )
  expect(button('Donate with Stripe').getAttribute('aria-busy')).toBeNull()
})

test('pressing twice begins one checkout', async () => {
  const { posted } = await openPanel({ [CARD]: refusal('unavailable', 'Not now.', 503) })
  fireEvent.click(button('Donate with Stripe'))
  expect(button('Donate with Stripe').getAttribute('aria-busy')).toBe('true')
  fireEvent.click(button('Donate with Stripe'))
  await screen.findByRole('alert')
  expect(posted()).toHaveLength(1)
})

test('while a payment is being confirmed no other can be begun, and after that it can', async () => {
  const { payments, user, posted } = await openPanel({
    'POST /api/paypal/orders/O1/capture': { body: { status: 'COMPLETED', donation: null } },
    [CARD]: refusal('unavailable', 'Not now.', 503),
  })
  let confirmed: Promise<unknown> | undefined
  act(() => {
    confirmed = payments.approve('O1')
  })
  expect(button('Donate with Stripe').getAttribute('aria-disabled')).toBe('true')
  await act(async () => {
    fireEvent.click(button('Donate with Stripe'))
    await confirmed
  })
  expect(payments.getView().notices.map(({ sentence }) => sentence)).toEqual([
    'A payment of yours is still being confirmed. Please wait until this page tells you.',
  ])
  expect(posted()).toHaveLength(1)
  await user.click(button('Donate with Stripe'))
  expect(posted()).toMatchObject([{}, { route: CARD }])
})

test('deleting that fails is told', async () => {
  vi.stubGlobal('confirm', () => true)
  const { user } = await openPanel({ [DELETE]: refusal('unavailable', 'Not now.', 503) })
  await user.click(button('Delete all test donations'))
  expect((await screen.findByRole('alert')).textContent).toBe('Not now. Please try again.')
})

test('all test donations go once the person confirms that they mean it', async () => {
  const confirm = vi.fn<(question: string) => boolean>(() => true)
  vi.stubGlobal('confirm', confirm)
  const { user, posted } = await openPanel({ [DELETE]: { body: { deleted: 3 } } })
  await user.click(button('Delete all test donations'))
  expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete all test donations?')
  expect((await screen.findByRole('alert')).textContent).toBe('Donations deleted.')
  expect(posted()).toMatchObject([{ route: DELETE }])
})

test('nothing is deleted without the confirmation', async () => {
  vi.stubGlobal('confirm', () => false)
  const { user, posted } = await openPanel({ [DELETE]: { body: { deleted: 3 } } })
  await user.click(button('Delete all test donations'))
  expect(posted()).toEqual([])
})

test('with live money nothing can be deleted, and nothing is called a test', async () => {
  await openPanel({}, { payments: 'live' })
  expect(screen.queryByText('Delete all test donations')).toBeNull()
  expect(screen.queryByText('Test mode')).toBeNull()
})

test('with test money the panel says so', async () => {
  await openPanel({}, { payments: 'test' })
  expect(screen.getByText('Test mode')).toBeDefined()
})

test('only the ways to pay that the host has set up are offered', async () => {
  await openPanel({}, { stripe: false })
  expect(screen.queryByText('Donate with Stripe')).toBeNull()
  expect(screen.getByText('The host has not set up a way to pay yet.')).toBeDefined()
})

test('whoever asks to donate is taken to the amount', async () => {
  const { requestFocus, onFocused } = await openPanel()
  requestFocus()
  expect(document.activeElement).toBe(amount())
  expect(amount().value).toBe('5.00')
  expect(onFocused).toHaveBeenCalledOnce()
})

test('whoever asks to donate a certain amount finds it in the field', async () => {
  const { requestFocus } = await openPanel()
  requestFocus(1301)
  expect(amount().value).toBe('13.01')
})

test('a wallet script that hangs is given up after ten seconds, and can be tried again', async () => {
  vi.useFakeTimers()
  try {
    const paypal = { clientId: 'id', scriptBase: 'https://wallet.example' }
    await openPanel({}, { paypal })
    await act(() => vi.advanceTimersByTimeAsync(9_900))
    expect(screen.queryByRole('alert')).toBeNull()
    expectConsoleError(/^PayPal failed to load/)
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(screen.getByRole('alert').textContent).toBe(
      'PayPal failed to load. Check your Client ID or internet connection.',
    )
    expect(screen.getByText(/^You can donate with Stripe, or/)).toBeDefined()
    const failed = screen.getByRole('alert')
    expect(button('Donate with Stripe').compareDocumentPosition(failed)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
    await act(async () => button('try again').click())
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByText('Loading PayPal…')).toBeDefined()
  } finally {
    vi.useRealTimers()
  }
})
