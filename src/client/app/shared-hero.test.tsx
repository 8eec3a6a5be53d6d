import { act, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import type { SharedDonation } from '#contract/first-view.ts'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { publishBoardVersion } from '#client/lib/board-version.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { publishOwnPlaces } from '#client/lib/own-places.ts'
import { SharedHero } from './shared-hero.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  campaignStore.set(DEFAULT_CAMPAIGN)
  publishOwnPlaces({ ids: new Set(), best: null })
})

function entry(position: number, name: string, amountCents: number): LeaderboardEntry {
  const timestamp = '2026-11-21T12:00:00.000Z'
  return { position, id: name.toLowerCase(), name, amountCents, timestamp }
}

const WANDA = entry(331, 'Wanda', 2_000)
const AROUND = [entry(330, 'Mateo', 2_050), WANDA, entry(332, 'Lior', 2_000)]

/** Follows a link to a donation, by default Wanda's at #331. */
function follow(shared: Partial<SharedDonation> = {}) {
  const onDonate = vi.fn<(amountCents?: number) => void>()
  const onSuggest = vi.fn<(amountCents?: number) => void>()
  const all = { id: 'wanda', entries: AROUND, after: 'cursor', landing: 331, ...shared }
  render(<SharedHero shared={all} onDonate={onDonate} onSuggest={onSuggest} />)
  return { onDonate, onSuggest }
}

const heading = () =>
  screen.getByRole('heading', { level: 1 }).textContent.replaceAll('\u{a0}', ' ')
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

/** Serves these rows behind the link's cursor from now on. */
function serveRows(entries: LeaderboardEntry[], landing = 331): void {
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.includes('/rank') ? { position: landing } : { entries }),
  )
}

/** Lets the board change, with these rows behind the link's cursor from then on. */
async function changeBoard(entries: LeaderboardEntry[], landing = 331): Promise<void> {
  serveRows(entries, landing)
  publishBoardVersion(Math.random())
  await act(() => vi.advanceTimersByTimeAsync(3_000))
}

test('a shared link greets with the place, and what passes it', () => {
  follow()
  expect(heading()).toBe('Wanda stands at #331. $20.01 passes Wanda.')
  expect(
    screen.getByRole('button', { name: 'Think you can conquer the leaderboard? Donate NOW!' }),
  ).toBeDefined()
})

test('the row that the viewer could have is above hers, and asks for its amount', () => {
  const { onDonate } = follow()
  expect(rows()).toEqual([
    '330Mateo$20.50',
    '331?Youa cent past Wanda$20.01Take #331',
    '331Wandashared with you$20.00',
    '332Lior$20.00',
  ])
  screen.getByRole('button', { name: 'Take #331' }).click()
  expect(onDonate).toHaveBeenCalledWith(2_001)
})

test('the panel begins with the amount that passes her', () => {
  expect(follow().onSuggest).toHaveBeenLastCalledWith(2_001)
})

test('the button of the question asks for no amount', () => {
  const { onDonate } = follow()
  screen.getByRole('button', { name: /Donate NOW!$/ }).click()
  expect(onDonate).toHaveBeenCalledWith()
})

test('one cent more passes all of the same amount', () => {
  const entries = [entry(330, 'Bo', 2_000), WANDA]
  follow({ entries, landing: 330 })
  expect(rows()[0]).toContain('330?Youa cent past')
  expect(screen.getByRole('button', { name: 'Take #330' })).toBeDefined()
})

test('nobody is offered to pass themselves', () => {
  publishOwnPlaces({ ids: new Set(['wanda']), best: null })
  const { onSuggest } = follow()
  expect(onSuggest).toHaveBeenLastCalledWith(undefined)
  expect(heading().trim()).toBe('You stand at #331.')
  expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull()
  expect(rows()).toContain('331WandaYou$20.00')
})

test.each([
  ['the row right above', ['me'], [entry(3, 'Me', 5_000), entry(4, 'Wanda', 5_000)], null],
  [
    'a row further above',
    ['far'],
    [entry(8, 'Mateo', 5_000), entry(9, 'Wanda', 5_000)],
    { position: 3, amountCents: 5_000 },
  ],
])(
  'nobody is offered the place that they hold by an equal donation: %s',
  (_, ids, entries, best) => {
    publishOwnPlaces({ ids: new Set(ids), best })
    const { onSuggest } = follow({ entries, landing: 3 })
    expect(onSuggest).toHaveBeenLastCalledWith(undefined)
    expect(heading().trim()).toMatch(/^Wanda stands at #\d\.$/)
    expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull()
  },
)

test('another donor’s place is offered above an equal donation of the viewer’s own', () => {
  publishOwnPlaces({ ids: new Set(['me']), best: { position: 4, amountCents: 5_000 } })
  const entries = [entry(3, 'Zed', 5_000), entry(4, 'Me', 5_000), entry(5, 'Wanda', 5_000)]
  follow({ entries, landing: 3 })
  expect(rows()[0]).toBe('3?Youa cent past Wanda$50.01Take #3')
})

test('the place is the one that the least donation takes', () => {
  const amounts = { ...DEFAULT_CAMPAIGN.amounts, minCents: 1_000 }
  campaignStore.set({ ...DEFAULT_CAMPAIGN, amounts })
  const entries = [entry(1, 'Mateo', 2_000), entry(2, 'Bo', 900), entry(3, 'Wanda', 200)]
  follow({ entries, landing: 3 })
  expect(rows()[1]).toBe('2?Youpast Wanda$10.00Take #2')
})

test.each([
  ['donations are closed', { deadline: '2020-01-01T00:00:00.000Z' }],
  ['it is above the maximum', { amounts: { ...DEFAULT_CAMPAIGN.amounts, maxCents: 2_000 } }],
])('nothing is offered where %s', (_when, change) => {
  campaignStore.set({ ...DEFAULT_CAMPAIGN, ...change })
  follow()
  expect(heading().trim()).toBe('Wanda stands at #331.')
  expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull()
})

test('the least donation passes one that is smaller', () => {
  follow({ entries: [entry(9, 'Wanda', 40)], landing: 9 })
  expect(heading()).toBe('Wanda stands at #9. $1.00 passes Wanda.')
  expect(rows()[0]).toContain('past Wanda')
  expect(rows()[0]).not.toContain('a cent')
})

test('the sentence follows a place that moves', async () => {
  follow()
  await changeBoard(
    [entry(330, 'Mateo', 2_050), entry(331, 'Ada', 2_010), { ...WANDA, position: 332 }],
    332,
  )
  expect(heading()).toBe('Wanda stands at #332. $20.01 passes Wanda.')
  expect(screen.getByRole('button', { name: 'Take #332' })).toBeDefined()
})

test('once the board does not show the donation, the page is as usual', async () => {
  follow()
  await changeBoard([entry(330, 'Mateo', 2_050)])
  expect(heading().trim()).toBe('Think you can conquer the leaderboard?')
  expect(screen.queryByText('Around')).toBeNull()
})

test('what has changed before the page followed the board is read, too', async () => {
  follow()
  serveRows([entry(330, 'Mateo', 2_050), { ...WANDA, name: 'Wanda May' }])
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(heading()).toContain('Wanda May stands at #331.')
})

test('while the server is away the last known place stays', async () => {
  follow()
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  publishBoardVersion(Math.random())
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(heading()).toContain('Wanda stands at #331.')
})

test('a name keeps its direction and is text', () => {
  follow({ entries: [{ ...WANDA, name: '<b>محمد</b>' }] })
  expect(heading()).toBe('<b>محمد</b> stands at #331. $20.01 passes <b>محمد</b>.')
  const title = screen.getByRole('heading', { level: 1 })
  expect(
    within(title)
      .getAllByText('<b>محمد</b>')
      .map(({ tagName }) => tagName),
  ).toEqual(['BDI', 'BDI'])
})

describe('on a board of donors', () => {
  const donor = { board: 'donors-all-time', id: 'row-of-wanda' } as const
  const row = { ...WANDA, id: donor.id }
  const shared = { donor, entries: [entry(330, 'Mateo', 2_050), row] }

  test('the donor’s row is told, and the sum that passes it', () => {
    follow(shared)
    expect(heading()).toBe('Wanda stands at #331. $20.01 passes Wanda.')
    expect(rows()[1]).toBe('331?Youa cent past Wanda$20.01Take #331')
  })

  test('what the viewer has given counts', () => {
    const best = { position: 400, amountCents: 1_500 }
    publishOwnPlaces({ ids: new Set(['me']), best, sums: { board: donor.board, next: null } })
    const { onSuggest } = follow(shared)
    expect(heading()).toBe('Wanda stands at #331. $5.01 passes Wanda.')
    expect(rows()[1]).toBe('331?Youa cent past Wanda$20.01Take #331')
    expect(onSuggest).toHaveBeenLastCalledWith(501)
  })

  test('nobody is offered to pass a row that stands below theirs', () => {
    const best = { position: 7, amountCents: 9_000 }
    publishOwnPlaces({ ids: new Set(['me']), best, sums: { board: donor.board, next: null } })
    follow(shared)
    expect(heading().trim()).toBe('Wanda stands at #331.')
  })

  test('it is followed on its board', async () => {
    const asked: string[] = []
    follow(shared)
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path)
      const entries = [{ ...row, position: 332 }]
      return Response.json(path.includes('/rank') ? { position: 332 } : { entries })
    })
    publishBoardVersion(Math.random())
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(heading()).toBe('Wanda stands at #332. $20.01 passes Wanda.')
    expect(asked).toEqual([
      '/api/boards/donors-all-time?limit=20&after=cursor',
      '/api/boards/donors-all-time/rank?amountCents=2001',
    ])
  })
})
