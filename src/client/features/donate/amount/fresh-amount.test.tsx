import { act, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { forgetConfig } from '#client/lib/config.ts'
import { buildConfig } from '#tests/helpers/page/config.ts'
import { refusal, serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { DonatePanel } from '../donate-panel.tsx'
import { PaymentTracker } from '../tracking/payment-tracker.ts'

const DONATION = {
  id: 'd1',
  name: 'Vega',
  amountCents: 500,
  position: 2,
  timestamp: '2026-11-21T12:00:00.000Z',
}

beforeEach(() => {
  sessionStorage.clear()
  stubBrowserApis()
  forgetConfig()
})

const amount = () => screen.getByLabelText<HTMLInputElement>('Amount (USD)')
const type = (value: string) => fireEvent.change(amount(), { target: { value } })

/** Opens the panel, and approves the wallet's payment; the panel's amount may be suggested. */
async function open(status: 'COMPLETED' | 'PENDING', paidCents?: number, suggestedCents?: number) {
  serveApi({
    'GET /api/config': { body: buildConfig() },
    'GET /api/checkouts': { body: { checkouts: [] } },
    'POST /api/create-checkout-session': refusal('unavailable', 'Not now.', 503),
    'POST /api/paypal/orders/O1/capture': {
      body: {
        status,
        donation: paidCents === undefined ? null : { ...DONATION, amountCents: paidCents },
      },
    },
  })
  const payments = new PaymentTracker()
  await act(async () =>
    render(
      <Suspense>
        <DonatePanel
          focusRequested={false}
          onFocused={() => {}}
          payments={payments}
          suggestedCents={suggestedCents}
        />
      </Suspense>,
    ),
  )
  return { approve: () => act(async () => void (await payments.approve('O1'))) }
}

/** Opens the panel and presses pay for $88.11; `approve` has the server capture a payment. */
async function pressPay(status: 'COMPLETED' | 'PENDING', paidCents?: number) {
  const opened = await open(status, paidCents)
  type('88.11')
  fireEvent.click(screen.getByRole('button', { name: 'Donate with Stripe' }))
  await screen.findByRole('alert')
  return opened
}

test.each(['COMPLETED', 'PENDING'] as const)(
  'after a payment the panel starts anew, and does not invite to pay it twice (%s)',
  async (status) => {
    const { approve } = await pressPay(status)
    expect(amount().value).toBe('88.11')
    await approve()
    expect(amount().value).toBe('5.00')
  },
)

test('what the donor types while a payment is confirmed stays', async () => {
  const { approve } = await pressPay('COMPLETED')
  type('12')
  await approve()
  expect(amount().value).toBe('12')
})

test('an amount about to be paid stays when another payment turns out paid', async () => {
  const { approve } = await pressPay('COMPLETED', 500)
  await approve()
  expect(amount().value).toBe('88.11')
})

test('the field begins with the amount that is suggested, until it is paid', async () => {
  const { approve } = await open('COMPLETED', 2_001, 2_001)
  expect(amount().value).toBe('20.01')
  await approve()
  expect(amount().value).toBe('5.00')
})

test('what the donor types goes before a suggestion', async () => {
  await open('COMPLETED', undefined, 2_001)
  type('7')
  expect(amount().value).toBe('7')
  type('')
  expect(amount().value).toBe('')
})
