import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OwnPlace } from '#contract/own-place.ts'
import type { ResultRow } from '#contract/rounds.ts'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { buildRound } from '#tests/helpers/rounds/build-round.ts'
import { Ceremony } from './ceremony.tsx'
import type { OwnInRound } from './own-result.ts'

beforeEach(() => stubBrowserApis())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const AT = '2026-12-01T20:00:00.000Z'

const ROUND = buildRound({
  id: 'r1',
  ranks: 'donation',
  startsAt: AT,
  endsAt: AT,
  results: 1,
})

const ADA: ResultRow = { rank: 1, id: 'd1', name: 'Ada', amountCents: 900 }

const GUEST: OwnInRound = { donations: new Map(), place: undefined }

function show(rows: ResultRow[], { round = ROUND, own = GUEST, count = rows.length } = {}) {
  const results = { version: 1, recordedAt: AT, total: { count, amountCents: 0 }, rows }
  const props = { round, results, own, onHall: undefined }
  const { rerender } = render(<Ceremony {...props} onClose={() => {}} />)
  return Object.assign(screen.getByRole('dialog'), {
    /** Shows what the page knows of the viewer later. */
    know: (next: OwnInRound) => rerender(<Ceremony {...props} own={next} onClose={() => {}} />),
  })
}

test('whoever sees the winner can share the recap, which tells who has won', async () => {
  const share = vi.fn<(invitation: ShareData) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', { share })
  show([ADA])
  const button = screen.getByRole('button', { name: 'Share' })
  await act(async () => button.click())
  expect(share).toHaveBeenCalledExactlyOnceWith({
    title: 'Final hour · Donation Royale',
    text: 'Ada won Final hour with $9.00.',
    url: `${location.origin}/rounds/r1/recap`,
  })
})

test('a round that nobody won has nothing to share', () => {
  show([])
  expect(screen.getByText('The round is over. Nobody has given in it.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
})

test('nobody has won while a payment that counts is on its way', () => {
  const dialog = show([ADA], { round: { ...ROUND, waiting: 1 } })
  expect(dialog.textContent).toContain('Ada leads with $9.00')
  expect(dialog.textContent).toContain('One payment that counts is still on its way.')
  expect(dialog.textContent).not.toContain('won')
})

describe('a viewer who has given in the round', () => {
  const ROWS: ResultRow[] = [900, 800, 700, 700, 500].map((amountCents, index) => ({
    rank: index + 1,
    id: `d${index + 1}`,
    name: 'Ada',
    amountCents,
  }))
  const DONORS = { ...ROUND, ranks: 'donor' } as const
  const places = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  const give = (...ids: string[]): OwnInRound => ({
    ...GUEST,
    donations: new Map(ids.map((id) => [id, undefined])),
  })

  test('is marked where they stand on the podium, and nobody else of their name is', () => {
    const dialog = show(ROWS, { own: give('d2', 'd5') })
    expect(places()).toEqual(['1Ada$9.00', '2Ada$8.00You', '3Ada$7.00'])
    expect(dialog.textContent).not.toContain('You are')
  })

  test('reads the best of their places below the podium', () => {
    const dialog = show(ROWS, { own: give('d5', 'd4'), count: 1_240 })
    expect(dialog.textContent).toContain('You are #4 of 1,240 with $7.00.')
    expect(places().join('')).not.toContain('You')
  })

  test('reads a place below those that results list', () => {
    const own = { ...GUEST, place: { position: 412, amountCents: 100 } }
    const dialog = show(ROWS, { own, count: 500 })
    expect(dialog.textContent).toContain('You are #412 of 500 with $1.00.')
  })

  test('finds the row of their sum by the place that they alone know', () => {
    show(ROWS, { round: DONORS, own: { ...GUEST, place: { position: 3, amountCents: 700 } } })
    expect(places()).toEqual(['1Ada$9.00', '2Ada$8.00', '3Ada$7.00You'])
  })

  test.each([
    ['is another’s in the results', { position: 2, amountCents: 700 }],
    ['has no row any more', { position: 6, amountCents: 100 }],
  ])('is told nothing by an old place, which %s', (_which, place) => {
    const dialog = show(ROWS, { round: DONORS, own: { ...GUEST, place } })
    expect(dialog.textContent).not.toContain('You')
  })

  test('whose money went back is told no place', () => {
    const dialog = show([ADA, { ...ADA, id: 'd2', rank: null }], { own: give('d2') })
    expect(dialog.textContent).not.toContain('You')
  })

  test('is told no place below the results that they have left since', () => {
    const own = { ...GUEST, place: { position: 412, amountCents: 100 }, isOld: true }
    expect(show(ROWS, { round: DONORS, own, count: 500 }).textContent).not.toContain('You')
  })

  test('still finds their row by an old place that the results confirm', () => {
    const own = { ...GUEST, place: { position: 3, amountCents: 700 }, isOld: true }
    show(ROWS, { round: DONORS, own })
    expect(places()).toEqual(['1Ada$9.00', '2Ada$8.00', '3Ada$7.00You'])
  })

  describe('is asked for', () => {
    const ASKED: OwnInRound = { ...GUEST, asks: 'donors-round' }

    function showAsked(place: Omit<NonNullable<OwnPlace['place']>, 'above'>) {
      vi.useFakeTimers()
      vi.spyOn(Math, 'random').mockReturnValue(0.5)
      const body: OwnPlace = { id: 'ada', place: { ...place, above: null } }
      const requests = serveApi({ 'GET /api/boards/donors-round/own': { body } })
      return { requests, dialog: show(ROWS, { round: DONORS, own: ASKED }) }
    }

    /** Returns the line below the podium, which comes before the status of the button that shares. */
    const readLine = () => screen.getAllByRole('status')[0]?.textContent
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

    test('once, at a moment of their own, if the page does not know their place', async () => {
      const { requests, dialog } = showAsked({ position: 5, amountCents: 500 })
      await pass(4_900)
      expect(requests).toEqual([])
      await pass(60_000)
      expect(requests.length).toBe(1)
      expect(dialog.textContent).toContain('You are #5 of 5 with $5.00.')
    })

    test('and then reads it where room was kept, and hears it', async () => {
      showAsked({ position: 5, amountCents: 500 })
      const [line] = screen.getAllByRole('status')
      expect(line?.textContent).toBe('')
      expect(line?.hasAttribute('data-asked')).toBe(true)
      await pass(60_000)
      expect(line?.textContent).toBe('You are #5 of 5 with $5.00.')
    })

    test('and reads it there also on the podium, which a mark would move', async () => {
      showAsked({ position: 2, amountCents: 800 })
      await pass(60_000)
      expect(readLine()).toBe('You are #2 of 5 with $8.00.')
      expect(places()).toEqual(['1Ada$9.00', '2Ada$8.00', '3Ada$7.00'])
    })

    test('and keeps it once the next round is the current one', async () => {
      const { dialog } = showAsked({ position: 5, amountCents: 500 })
      await pass(60_000)
      dialog.know(GUEST)
      expect(readLine()).toBe('You are #5 of 5 with $5.00.')
    })

    test('no more once the next round would answer; the room stays', async () => {
      const { requests, dialog } = showAsked({ position: 5, amountCents: 500 })
      dialog.know(GUEST)
      await pass(60_000)
      expect(dialog.querySelector('[data-asked]')).not.toBeNull()
      expect(requests).toEqual([])
      expect(readLine()).toBe('')
    })
  })

  test('no room is kept where nothing is asked', () => {
    const dialog = show(ROWS)
    expect(dialog.querySelector('[data-asked]')).toBeNull()
  })
})
