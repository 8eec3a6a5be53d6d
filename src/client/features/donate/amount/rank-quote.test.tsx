import { act, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RankQuote } from '#contract/leaderboard.ts'
import { buildConfig } from '#tests/helpers/page/config.ts'
import { stubBrowserApis, refusal, serveApi, type PageResponse } from '#tests/helpers/page/page.ts'
import { publishBoardVersion } from '#client/lib/board-version.ts'
import { publishOwnPlaces, publishPlacesVersion, type OwnPlaces } from '#client/lib/own-places.ts'
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
  return {
    version: 1,
    position: 15,
    amountCents: 500,
    next,
    passing: null,
    aims: TARGETS,
    ...part,
  }
}

/** Opens the panel on a server that quotes amounts; the quote of the minimum has targets. */
async function openPanel(
  quotes: (amountCents: number) => Partial<RankQuote> | Promise<Partial<RankQuote>>,
  card: PageResponse = refusal('unavailable', 'Not now.', 503),
) {
  const payments = new PaymentTracker()
  const rank = async ({ search }: { search: string }) => {
    const amountCents = Number(new URLSearchParams(search).get('amountCents'))
    return { body: buildRank({ amountCents, ...(await quotes(amountCents)) }) }
  }
  const requests = serveApi({
    'GET /api/config': { body: buildConfig() },
    [CARD]: card,
    [RANK]: rank,
    'GET /api/boards/donors-all-time/rank': rank,
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
  document
    .getElementById(amount().getAttribute('aria-describedby') ?? '')
    ?.textContent.replaceAll('\u{a0}', ' ')
const rungs = () =>
  [...screen.getByRole('group', { name: 'Places to aim for' }).querySelectorAll('button, p')].map(
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
  publishPlacesVersion(1)
  try {
    await openPanel(() => ({ position: 1, passing: NOVA }))
    await wait(250)
    expect(quoteText()).toBe('Your #2 would become #1, passing Nova')
  } finally {
    publishOwnPlaces({ ids: new Set(), best: null })
  }
})

test('a place whose version is known only after the quote is told as soon as it is', async () => {
  publishOwnPlaces({ ids: new Set(['mine']), best: { position: 2, amountCents: 9_000 } })
  try {
    await openPanel(() => ({ position: 3, passing: NOVA }))
    await wait(250)
    expect(quoteText()).toBe('This lands at #3, passing Nova')
    await act(async () => publishPlacesVersion(1))
    await wait(1_600)
    expect(quoteText()).toBe('Your best stays #2; this lands at #3, passing Nova')
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

test('the place follows the board, and is read aloud once it holds', async () => {
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
  expect([quoteText(), announced()]).toEqual(['This puts you at #16', ''])
  await wait(5_000)
  expect(announced()).toBe('This puts you at #16')
})

test('a chosen amount is asked for at most once a second while the board moves', async () => {
  let position = 15
  const { requestsFor } = await openPanel(() => ({ position }))
  await wait(250)
  publishBoardVersion(100)
  await wait(2_000)
  expect(requestsFor(500)).toBe(1)
  type('7')
  await wait(250)
  position = 16
  publishBoardVersion(101)
  await wait(1_600)
  expect(quoteText()).toBe('This puts you at #16')
  const before = requestsFor(700)
  for (let version = 102; version < 132; version += 1) {
    publishBoardVersion(version)
    await wait(100)
  }
  expect(requestsFor(700) - before).toBeLessThanOrEqual(3)
})

test('while nobody can see the page it asks nothing, and soon after it is seen', async () => {
  const { requestsFor } = await openPanel(() => ({}))
  type('7')
  await wait(250)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  publishBoardVersion(200)
  await wait(20_000)
  expect(requestsFor(700)).toBe(1)
  hidden.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  await wait(1_600)
  expect(requestsFor(700)).toBe(2)
})

describe('on a board of donors', () => {
  const OTHER = { id: 'other', name: 'Other0', amountCents: 9_500 }
  const MINE = { id: 'mine', name: 'Søren', amountCents: 9_000 }
  const ownAt = (
    position: number,
    next: { moreCents: number; name: string } | null,
  ): OwnPlaces => ({
    ids: new Set(['mine']),
    best: { position, amountCents: 9_000 },
    sums: { board: 'donors-all-time', next },
  })
  const publish = (own: OwnPlaces, version?: number) =>
    act(async () => {
      publishOwnPlaces(own)
      publishPlacesVersion(version)
    })
  let quoted: Partial<RankQuote>

  beforeEach(async () => {
    await publish(ownAt(1, null), 1)
    quoted = { version: 1, position: 1, passing: MINE, next: null }
    await openPanel(() => quoted)
    type('7')
    await wait(250)
  })

  afterEach(() => act(async () => publishOwnPlaces({ ids: new Set(), best: null })))

  test('a quote is not told beside a place of a later version, and soon comes anew', async () => {
    expect(quoteText()).toBe('This adds to your #1')
    await publish(ownAt(4, { moreCents: 501, name: 'Other0' }), 4)
    expect([quoteText(), announced()]).toEqual(['This puts you at …', ''])
    quoted = { version: 4, position: 3, passing: OTHER, next: { position: 2, amountCents: 10_301 } }
    await wait(1_600)
    expect(quoteText()).toBe('Your #4 would become #3, passing Other0')
  })

  test('a quote of an older version waits for one of now', async () => {
    await publish(ownAt(4, { moreCents: 501, name: 'Other0' }), 4)
    quoted = { version: 3, position: 2, passing: OTHER, next: null }
    await wait(1_600)
    expect(quoteText()).toBe('This puts you at #2, passing Other0')
  })

  test('a quote of a version that the page has not yet waits for it', async () => {
    quoted = { version: 4, position: 3, passing: OTHER, next: null }
    await act(async () => publishBoardVersion(300))
    await wait(1_250)
    await publish(ownAt(4, null), 4)
    await wait(0)
    expect(quoteText()).toBe('Your #4 would become #3, passing Other0')
  })

  test('of a place whose version is not known only the quote tells', async () => {
    const next = { moreCents: 501, name: 'Other0' }
    await publish(ownAt(4, next))
    quoted = { version: 4, position: 4, passing: MINE, next: { position: 3, amountCents: 10_301 } }
    await wait(1_600)
    expect(quoteText()).toBe('This adds to your #4; $13.01 reaches #3')
  })
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
    '#14 within reach $6.41',
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

test('a donor who chooses the highest place by the keyboard goes on reading where it stood', async () => {
  const quotes: Record<number, Partial<RankQuote>> = {
    100: {},
    500: { position: 4 },
    25_001: { position: 1, next: null },
  }
  await openPanel((amountCents) => quotes[amountCents] ?? {})
  await waitForLadder()
  const first = rung('#1 first sun $250.01')
  first.focus()
  fireEvent.click(first)
  await waitForLadder()
  const places = screen.getByRole('group', { name: 'Places to aim for' })
  expect(document.activeElement).toBe(places)
  expect(places.textContent).toBe('No place is higher than this.')
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
