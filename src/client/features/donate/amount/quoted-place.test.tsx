import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OwnDonation } from '#contract/checkouts.ts'
import { serveApi, type PageResponse } from '#tests/helpers/page/page.ts'
import { recordCheckoutReturn } from '../tracking/checkout-return.ts'
import { buildCheckout, buildOwnDonation } from '../tracking/checkout-builders.ts'
import { PaymentTracker } from '../tracking/payment-tracker.ts'
import type { OnPaid } from '../tracking/payments-view.ts'
import { PaymentNotices } from '../tracking/payment-notices.tsx'
import { saveStep } from '../tracking/checkout-storage.ts'

const RANK = 'GET /api/leaderboard/rank'
const OWN = 'GET /api/donations/own'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

const PRICED = {
  position: 9,
  amountCents: 500,
  next: null,
  passing: null,
  aims: [{ position: 4, amountCents: 301 }],
}

/** Returns from the card page, where #4 was paid for, to a donation at another position. */
async function landAt(
  position: number | null,
  rank: PageResponse = { body: PRICED },
  others: OwnDonation[] = [],
) {
  const donation = buildOwnDonation({ position })
  const requests = serveApi({
    'GET /api/checkouts': { body: { checkouts: [] } },
    'GET /api/checkouts/cs_1': { body: buildCheckout({ state: 'paid', donation }) },
    [RANK]: rank,
    [OWN]: { body: { donations: [donation, ...others] } },
  })
  saveStep('cs_1', 'card-page', 4)
  history.replaceState(null, '', '/?checkout=cs_1')
  recordCheckoutReturn()

  const payments = new PaymentTracker()
  const onPaid = vi.fn<OnPaid>()
  const onTake = vi.fn<(amountCents: number) => void>()
  const props = { onPaid, onTake, payments }
  const show = (donorId: string | undefined) => <PaymentNotices donorId={donorId} {...props} />
  // The session becomes known a moment later.
  const view = render(show(undefined))
  await act(async () => view.rerender(show('ada')))
  await waitFor(() => expect(onPaid).toHaveBeenCalled())
  return {
    donation,
    payments,
    onPaid,
    onTake,
    priced: requests.filter(({ route }) => route === RANK).map(({ search }) => search),
    logOut: () => act(async () => view.rerender(show(undefined))),
  }
}

const shownSentences = () => screen.queryAllByRole('status').map(({ textContent }) => textContent)
const takeButton = () => screen.queryByRole('button', { name: 'Take #4 for $3.01' })

test('a donor who lands lower than quoted is told so, and what takes the place they never had', async () => {
  const { donation, onPaid, onTake, priced } = await landAt(5)
  await screen.findByText('#4 was taken while you paid. You landed at #5.')
  expect(priced).toEqual(['?amountCents=500&positions=4'])
  expect(onPaid).toHaveBeenCalledExactlyOnceWith(donation, {
    shouldCelebrate: true,
  })
  takeButton()?.click()
  expect(onTake).toHaveBeenCalledExactlyOnceWith(301)
})

test.each([4, 3, null])('a donor who lands no lower (%j) sees no notice', async (position) => {
  const { priced } = await landAt(position)
  expect(priced).toEqual([])
  expect(shownSentences()).toEqual([])
})

test.each<[string, PageResponse]>([
  ['nothing that may be paid takes the place', { body: { ...PRICED, aims: [] } }],
  ['the server does not say what takes it', 'unreachable'],
])('where %s the lower place is told all the same', async (_, rank) => {
  await landAt(5, rank)
  await screen.findByText('#4 was taken while you paid. You landed at #5.')
  expect(takeButton()).toBeNull()
})

test.each([4, 1])('a donor who holds #%i is not offered to pass themselves', async (position) => {
  await landAt(5, { body: PRICED }, [buildOwnDonation({ id: 'other', position })])
  await screen.findByText('#4 was taken while you paid. You landed at #5.')
  expect(takeButton()).toBeNull()
})

test('once a new payment begins the old quote is told no more', async () => {
  const { payments } = await landAt(5)
  await screen.findByText(/You landed at/)
  await act(async () => expect(await payments.cancelOpenCheckouts()).toBe(true))
  expect(shownSentences()).toEqual([])
})

test('logging out removes the notice', async () => {
  const { logOut } = await landAt(5)
  await screen.findByText(/You landed at/)
  await logOut()
  expect(shownSentences()).toEqual([])
})
