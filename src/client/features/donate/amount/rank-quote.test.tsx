import { act, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RankQuote } from '#contract/leaderboard.ts'
import { buildConfig } from '#tests/helpers/page/config.ts'
import { stubBrowserApis, refusal, serveApi, type PageResponse } from '#tests/helpers/page/page.ts'
import { publishOwnPlaces } from '#client/lib/own-places.ts'
import { forgetConfig } from '#client/lib/config.ts'
import { DonatePanel } from '../donate-panel.tsx'
import { PaymentTracker } from '../tracking/payment-tracker.ts'

const RANK = 'GET /api/leaderboard/rank'
const CARD = 'POST /api/create-checkout-session'
beforeEach(() => {
  sessionStorage.clear()
  stubBrowserApis()
  forgetConfig()
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

const NOVA = { id: 'n', name: 'Nova', amountCents: 480 }

/** The targets that the server offers for the minimum amount. */
const TARGETS = [
  { position: 14, amountCents: 641 },
  { position: 10, amountCents: 1201 },
  { position: 3, amountCents: 5001 },
  { position: 1, amountCents: 25_001 },
]

function buildRank(part: Partial<RankQuote> = {}): RankQuote {
  const next = { position: 14, amountCents: 641 }
  return { position: 15, amountCents: 500, next, passing: null, aims: TARGETS, ...part }
}

/** Opens the panel on a server that quotes amounts; the quote of the minimum has targets. */
async function openPanel(
  quotes: (amountCents: number) => Partial<RankQuote> | Promise<Partial<RankQuote>>,
  card: PageResponse = refusal('unavailable', 'Not now.', 503),
) {
  const payments = new PaymentTracker()
  const requests = serveApi({
    'GET /api/config': { body: buildConfig() },
    [CARD]: card,
    [RANK]: async ({ search }) => {
      const amountCents = Number(new URLSearchParams(search).get('amountCents'))
      return { body: buildRank({ amountCents, ...(await quotes(amountCents)) }) }
    },
  })
  const props = { focusRequested: false, onFocused: () => {}, payments }
  await act(async () =>
    render(
      <Suspense>
        <DonatePanel {...props} />
      </Suspense>,
    ),
  )
  const requestsFor = (amountCents: number) =>
    requests.filter(({ search }) => search === `?amountCents=${amountCents}`).length
  return { requestsFor, payments }
}

const amount = () => screen.getByLabelText<HTMLInputElement>('Amount (USD)')
const quoteText = () =>
  document.getElementById(amount().getAttribute('aria-describedby') ?? '')?.textContent
const rungs = () =>
  [...screen.getByRole('group', { name: 'Places to aim for' }).children].map(
    ({ textContent }) => textContent,
  )
const rung = (name: string) => screen.getByRole('button', { name })
const type = (text: string) => fireEvent.change(amount(), { target: { value: text } })
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** Waits for the quote, and then for the prices above it. */
async function waitForLadder(): Promise<void> {
  await wait(250)
  await wait(250)
}
const announced = () => screen.getByRole('status').textContent

test.each<[string, Partial<RankQuote>]>([
  ['This puts you at #4, passing Nova', { position: 4, passing: NOVA }],
  ['This puts you at #15', { position: 15 }],
  ['This takes #1, passing Nova', { position: 1, passing: NOVA, next: null }],
  ['This makes you #1 — be the first sun', { position: 1, next: null, aims: [] }],
])('%s', async (sentence, rank) => {
  await openPanel(() => rank)
  await wait(250)
  expect(quoteText()).toBe(sentence)
})

test('a donor who has donations already is told of their best place', async () => {
  publishOwnPlaces({ ids: new Set(['mine']), best: { position: 2, amountCents: 400 } })
  try {
    await openPanel(() => ({ position: 1, passing: NOVA }))
    await wait(250)
    expect(quoteText()).toBe('Your #2 would become #1, passing Nova')
  } finally {
    publishOwnPlaces({ ids: new Set(), best: null })
  }
})

test('the server is asked once the typing pauses, and only about the last amount', async () => {
  const { requestsFor } = await openPanel(() => ({}))
  type('1')
  await wait(200)
  type('12')
  await wait(200)
  expect([requestsFor(1200), quoteText()]).toEqual([0, 'This puts you at …'])
  await wait(50)
  expect([requestsFor(1200), quoteText()]).toEqual([1, 'This puts you at #15'])
})

test('a quote for an older amount is never shown, however late it comes', async () => {
  const late = Promise.withResolvers<Partial<RankQuote>>()
  await openPanel((amountCents) => (amountCents === 900 ? late.promise : { position: 7 }))
  type('9')
  await wait(250)
  type('8')
  expect(quoteText()).toBe('This puts you at …')
  await wait(250)
  late.resolve({ position: 2 })
  await wait(0)
  expect(quoteText()).toBe('This puts you at #7')
})

test('the place follows the board, and is read aloud once for each amount', async () => {
  let position = 15
  await openPanel(() => ({ position }))
  await wait(1_000)
  expect(announced()).toBe('')
  type('7')
  await wait(250)
  await wait(700)
  expect(announced()).toBe('This puts you at #15')
  position = 16
  await wait(10_000)
  expect(quoteText()).toBe('This puts you at #16')
  expect(announced()).toBe('This puts you at #15')
})

test("the place is asked for again as soon as a payment of one's own is confirmed", async () => {
  let position = 15
  const { payments } = await openPanel(() => ({ position }))
  await wait(250)
  position = 16
  await act(async () => void (await payments.approve('O1')))
  await wait(250)
  expect(quoteText()).toBe('This puts you at #16')
})

test('without a quote the page says that the place is not known', async () => {
  await openPanel(() => Promise.reject(new Error('The server is away.')))
  await wait(250)
  expect(quoteText()).toBe('Your place cannot be told right now.')
})

test('the ladder shows the places above, the first sun on top, and the own one at its foot', async () => {
  await openPanel(() => ({}))
  await waitForLadder()
  expect(rungs()).toEqual([
    '#1 first sun $250.01',
    '#3 third sun $50.01',
    '#10 the top ten $12.01',
    '#14 one place up $6.41',
    '#15 you, now $5.00',
  ])
  fireEvent.click(rung('#10 the top ten $12.01'))
  expect(amount().value).toBe('12.01')
})

test('an amount that cannot be paid has no place on the ladder, which stays', async () => {
  await openPanel(() => ({}))
  type('0.50')
  await waitForLadder()
  expect(rungs()).toEqual([
    '#1 first sun $250.01',
    '#3 third sun $50.01',
    '#10 the top ten $12.01',
    '#14 one place up $6.41',
    'No place yet',
  ])
})

test('the ladder begins above the chosen amount', async () => {
  await openPanel((amountCents) => (amountCents === 100 ? {} : { position: 2 }))
  type('60')
  await waitForLadder()
  expect(rungs()).toEqual(['#1 first sun $250.01', '#2 you, now $60.00'])
})

test.each([
  [3, ['#1 first sun $250.01', '#3 yours $50.00']],
  [
    20,
    [
      '#1 first sun $250.01',
      '#3 third sun $50.01',
      '#10 the top ten $12.01',
      '#14 one place up $6.41',
      '#15 you, now $5.00',
    ],
  ],
])('a donor who holds #%i is offered better places alone', async (position, expected) => {
  publishOwnPlaces({ ids: new Set(['mine']), best: { position, amountCents: 5_000 } })
  try {
    await openPanel(() => ({}))
    await waitForLadder()
    expect(rungs()).toEqual(expected)
  } finally {
    publishOwnPlaces({ ids: new Set(), best: null })
  }
})

test('a donor who holds #1 is offered nothing', async () => {
  publishOwnPlaces({ ids: new Set(['mine']), best: { position: 1, amountCents: 5_000 } })
  try {
    await openPanel(() => ({}))
    await waitForLadder()
    expect(screen.getByText('You hold #1. Nobody stands above you.')).toBeDefined()
  } finally {
    publishOwnPlaces({ ids: new Set(), best: null })
  }
})

test.each([
  ['No place is higher than this.', 1],
  ['No higher place is to be had: those above gave as much as one can.', 3],
])('where there is no step to take it says so: %s', async (sentence, position) => {
  await openPanel(() => ({ position, next: null, aims: [] }))
  await waitForLadder()
  expect(screen.getByText(sentence)).toBeDefined()
})

test('a donor who climbs from place to place by the keyboard keeps the focus', async () => {
  const places: Record<number, number> = { 641: 14, 700: 13 }
  await openPanel((amountCents) => {
    const position = places[amountCents] ?? 15
    const next = { position: 13, amountCents: 700 }
    return amountCents === 100 ? { aims: [next, ...TARGETS] } : { position }
  })
  await waitForLadder()
  const next = rung('#14 one place up $6.41')
  next.focus()
  fireEvent.click(next)
  await waitForLadder()
  expect(document.activeElement).toBe(rung('#13 one place up $7.00'))
  fireEvent.click(rung('#1 first sun $250.01'))
  expect(amount().value).toBe('250.01')
})

test('the place that is shown is what the donor is quoted', async () => {
  const { payments } = await openPanel(() => ({ position: 4 }), {
    body: { id: 'cs_1', url: '#hosted' },
  })
  const begin = vi.spyOn(payments, 'begin')
  await wait(250)
  fireEvent.click(screen.getByRole('button', { name: 'Donate with Stripe' }))
  await wait(0)
  expect(begin).toHaveBeenCalledExactlyOnceWith('cs_1', 'card-page', 4)
})

test('nothing is quoted where no place was shown yet', async () => {
  const { payments } = await openPanel(() => ({}), { body: { id: 'cs_1', url: '#hosted' } })
  const begin = vi.spyOn(payments, 'begin')
  fireEvent.click(screen.getByRole('button', { name: 'Donate with Stripe' }))
  await wait(0)
  expect(begin).toHaveBeenCalledExactlyOnceWith('cs_1', 'card-page', null)
})
