import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import type { Profile } from '#contract/texts.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { forgetConfig } from '#client/lib/config.ts'
import { buildConfig } from '#tests/helpers/page/config.ts'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { DonatePanel } from '../donate-panel.tsx'
import { PaymentTracker } from '../tracking/payment-tracker.ts'

const RANK = {
  position: 15,
  amountCents: 500,
  next: { position: 14, amountCents: 501 },
  passing: { id: 'pia', name: 'Pia', amountCents: 480 },
  aims: [],
}

beforeEach(() => {
  sessionStorage.clear()
  stubBrowserApis({ isNarrow: true })
  forgetConfig()
  campaignStore.set(DEFAULT_CAMPAIGN)
})

async function openPage(payments = new PaymentTracker(), profile: Partial<Profile> = {}) {
  serveApi({
    'GET /api/config': { body: buildConfig() },
    'GET /api/me/profile': {
      body: { displayName: 'Ada', messages: false, holdsTexts: false, ...profile },
    },
    'GET /api/leaderboard/rank': { body: RANK },
    'POST /api/paypal/orders/order_1/capture': () => new Promise(() => {}),
  })
  const show = (focusRequested: boolean) => (
    <Suspense>
      <DonatePanel focusRequested={focusRequested} onFocused={() => {}} payments={payments} />
    </Suspense>
  )
  const view = await act(async () => render(show(false)))
  return { user: userEvent.setup(), requestFocus: () => view.rerender(show(true)) }
}

const amount = () => screen.getByLabelText('Amount (USD)')
const toggle = () => screen.getByRole('button', { expanded: isOpen() })
const isOpen = () => screen.queryByRole('button', { expanded: true }) !== null
const payButton = () => screen.getByRole('button', { name: 'Donate with Stripe' })

test('a closed sheet says what the amount would do, what becomes public, and that it is a test', async () => {
  await openPage()
  expect(isOpen()).toBe(false)
  expect(await screen.findByText('One cent more reaches #14')).toBeDefined()
  const text = screen.getByRole('region', { name: 'Claim your place' }).textContent
  expect(text).toContain('$5.00 puts you at\u{a0}#15')
  expect(text).toContain('Shown as Ada · receipt by email')
  expect(screen.getAllByText('Test mode')).toHaveLength(1)
})

test.each<[Partial<Profile>, string]>([
  [{}, 'Shown as Ada once approved'],
  [{ displayName: null }, 'First name shown once approved'],
])('where names wait for the host a closed sheet says so: %j', async (profile, sentence) => {
  const { user } = await openPage(undefined, { ...profile, holdsTexts: true })
  const note = () => screen.getByText('Test mode').parentElement?.querySelector('p')?.textContent
  expect(note()).toBe(sentence)
  await user.click(screen.getByRole('checkbox', { name: 'Anonymous' }))
  expect(note()).toBe('Shown as Anonymous · receipt by email')
})

test('the button opens and closes the sheet; the buttons to pay stay the same elements', async () => {
  const { user } = await openPage()
  const pay = payButton()
  await user.click(screen.getByRole('button', { name: 'Change the amount' }))
  expect(isOpen()).toBe(true)
  expect(payButton()).toBe(pay)
  await user.click(screen.getByRole('button', { name: 'Close the panel' }))
  expect(isOpen()).toBe(false)
  expect(payButton()).toBe(pay)
})

test('whatever is focused in a closed sheet opens it, and Escape closes it again', async () => {
  const { user } = await openPage()
  act(() => amount().focus())
  expect(isOpen()).toBe(true)
  expect(document.activeElement).toBe(amount())
  await user.keyboard('{Escape}')
  expect(isOpen()).toBe(false)
  expect(document.activeElement).toBe(toggle())
})

test('the call to action opens the sheet at the amount', async () => {
  const { requestFocus } = await openPage()
  act(requestFocus)
  expect(isOpen()).toBe(true)
  expect(document.activeElement).toBe(amount())
})

test('an amount that cannot be paid opens the sheet at the field', async () => {
  const { user } = await openPage()
  fireEvent.change(amount(), { target: { value: '0.5' } })
  await user.click(payButton())
  expect(isOpen()).toBe(true)
  expect(document.activeElement).toBe(amount())
  expect(amount().getAttribute('aria-invalid')).toBe('true')
})

test('a finger opens the sheet upwards and closes it downwards, and a short way is no swipe', async () => {
  await openPage()
  const head = screen.getByRole('heading', { name: 'Claim your place' })
  const swipe = (fromY: number, toY: number) => {
    fireEvent(head, buildPointerEvent('pointerdown', fromY))
    fireEvent(head, buildPointerEvent('pointermove', toY))
  }
  swipe(700, 690)
  expect(isOpen()).toBe(false)
  swipe(700, 640)
  expect(isOpen()).toBe(true)
  swipe(200, 300)
  expect(isOpen()).toBe(false)
})

/** Builds an event that jsdom has no class for. */
function buildPointerEvent(type: string, clientY: number): Event {
  return Object.assign(new MouseEvent(type, { bubbles: true, clientY }), { pointerType: 'touch' })
}

test('a search in the page that scrolls the closed sheet opens it', async () => {
  await openPage()
  const upper = amount().closest('section > div')
  if (upper === null) throw new Error('The amount is not in the upper part.')
  fireEvent.scroll(upper)
  expect(isOpen()).toBe(false)
  upper.scrollTop = 40
  fireEvent.scroll(upper)
  expect(isOpen()).toBe(true)
})

test('an open sheet heads with the amount while its field is scrolled out of sight', async () => {
  const { user } = await openPage()
  await user.click(screen.getByRole('button', { name: 'Change the amount' }))
  const upper = amount().closest('section > div')
  const scrollField = (top: number) => {
    amount().getBoundingClientRect = () => new DOMRect(0, top, 200, 50)
    if (upper) fireEvent.scroll(upper)
  }
  const isShown = (text: string) => screen.getByText(text).dataset['hidden'] === undefined
  expect(isShown('Donate $5.00')).toBe(false)
  scrollField(-60)
  expect(isShown('Donate $5.00')).toBe(true)
  expect(isShown('Biggest donation leads.')).toBe(false)
  scrollField(10)
  expect(isShown('Donate $5.00')).toBe(false)
})

test('a closed campaign has no sheet', async () => {
  campaignStore.set({ ...DEFAULT_CAMPAIGN, open: false })
  await openPage()
  expect(screen.getByRole('heading', { name: 'Donations are closed' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Change the amount' })).toBeNull()
})

test('an open sheet makes way for the board while a payment is confirmed', async () => {
  const payments = new PaymentTracker()
  const { user } = await openPage(payments)
  await user.click(screen.getByRole('button', { name: 'Change the amount' }))
  payments.begin('order_1', 'wallet', null)
  await act(async () => void payments.approve('order_1'))
  expect(isOpen()).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Change the amount' }))
  expect(isOpen()).toBe(true)
})
