import { act, renderHook } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { BoardId } from '#contract/boards.ts'
import type { OwnDonation } from '#contract/checkouts.ts'
import type { Round } from '#contract/rounds.ts'
import { useOwnPlaces } from '#client/lib/own-places.ts'
import { buildRound as buildAnyRound } from '#tests/helpers/rounds/build-round.ts'
import type { ShownBoard } from '../boards/use-shown-board.ts'
import { LeaderboardFeed } from '../live/leaderboard-feed.ts'
import type { OwnSum } from './own-sum.ts'
import type { OwnRank } from './use-own-donations.ts'
import { useShownPlaces } from './use-shown-places.ts'

const MINUTE_MS = 60_000

function buildRound(fromMinutes: number, toMinutes: number, results: number | null = null): Round {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString()
  return buildAnyRound({
    id: 'r1',
    startsAt: inMinutes(fromMinutes),
    endsAt: inMinutes(toMinutes),
    results,
  })
}

const DONATION: OwnRank = { id: 'd7', name: 'Theo', amountCents: 1_000, position: 7 }
const SUM: OwnSum = {
  board: 'donors-round',
  own: new Map([['theo', undefined]]),
  ownRank: { id: 'theo', name: 'Theo', amountCents: 2_500, position: 2 },
  next: { moreCents: 401, name: 'Mira' },
  team: undefined,
}

interface Shown {
  id?: BoardId
  /** The boards of the other tabs. */
  others?: readonly BoardId[]
  donation?: OwnDonation
  donorId?: string | undefined
  sums?: OwnSum[]
}

/** Returns what is shown and told of one's places, once one's sums on the boards are known. */
function show(round: Round, options: Shown = {}) {
  const { id = 'donors-round', others = ['donations-all-time'], donation, sums = [SUM] } = options
  const feed = new LeaderboardFeed(undefined, id)
  const view = { status: 'live', wasLive: true, paused: false, board: null } as const
  const shown: ShownBoard = { boards: [id, ...others], round, id, feed, view, show: () => {} }
  const own = new Map([[DONATION.id, donation]])
  const donorId = 'donorId' in options ? options.donorId : 'theo-account'
  const places = { shown, isDefault: false, donorId, own, ownRank: DONATION, version: 3 }
  const { result } = renderHook(() => useShownPlaces(places))
  for (const sum of sums) act(() => result.current.setSum(sum))
  return { shown: result.current, told: renderHook(() => useOwnPlaces()).result.current }
}

test('while a round of donors runs, the places told are those on its board', () => {
  const { shown, told } = show(buildRound(-5, 5))
  expect(told).toMatchObject({ best: { position: 2 }, sums: { board: 'donors-round' } })
  expect(told.sums?.next).toEqual(SUM.next)
  expect(shown).toMatchObject({ isCounting: true, ownRank: { position: 2 }, next: SUM.next })
})

test('one’s own donations are known also while sums are shown', () => {
  expect([...show(buildRound(-5, 5)).told.ids]).toEqual([DONATION.id, 'theo'])
})

test.each([
  ['before it begins', buildRound(5, 10)],
  ['while its results are counted', buildRound(-10, -1)],
  ['once it is over', buildRound(-10, -5, 1)],
])('%s, a round of donors promises no place, and those of all donations are told', (_, round) => {
  const { shown, told } = show(round)
  expect(told.sums).toBeUndefined()
  expect(told).toMatchObject({ best: { position: 7, amountCents: 1_000 }, isElsewhere: true })
  // The own row is marked where it stands, and told with nothing that would pass another.
  expect(shown).toMatchObject({ isCounting: false, ownRank: { position: 2 }, next: null })
})

test('in the row of their sum donors read their own name that waits for approval', () => {
  const timestamp = new Date().toISOString()
  const chosen = { displayName: 'Theo', anonymous: false, message: 'Hi' }
  const texts = { ...chosen, state: 'waiting' as const }
  const waiting = {
    id: DONATION.id,
    name: 'Theo',
    amountCents: 1_000,
    position: 7,
    timestamp,
    texts,
  }
  const { shown } = show(buildRound(-5, 5), { donation: { ...waiting, message: 'Hi' } })
  expect(shown.own.get('theo')).toEqual(waiting)
})

test('on another board of donors a round changes nothing', () => {
  const { told } = show(buildRound(5, 10), { id: 'donors-week' })
  expect(told.sums?.board).toBe('donors-week')
})

describe('where the board of all donations is no tab, a round that is over', () => {
  const over = buildRound(-10, -5, 1)
  const onBoard = (board: BoardId, part: Partial<OwnSum> = {}): OwnSum => ({
    ...SUM,
    board,
    ownRank: { id: 'theo', name: 'Theo', amountCents: 9_000, position: 4 },
    next: { moreCents: 701, name: 'Nova' },
    ...part,
  })

  test('gives way to the first tab that counts', () => {
    const others: BoardId[] = ['donors-week', 'donors-all-time']
    const { shown, told } = show(over, { others, sums: [SUM, onBoard('donors-week')] })
    expect(told).toMatchObject({
      best: { position: 4, amountCents: 9_000 },
      isElsewhere: true,
      sums: { board: 'donors-week', next: { moreCents: 701, name: 'Nova' } },
    })
    expect([...told.ids]).toEqual([DONATION.id, 'theo'])
    // The shown rows and what follows them stay those of the round.
    expect(shown).toMatchObject({
      ownRank: { position: 2 },
      summed: 'donors-round',
      quoted: 'donors-week',
    })
  })

  test('promises those who have given nothing there what a donation alone reaches', () => {
    const nothing = onBoard('donors-week', { ownRank: null, next: null, own: new Map() })
    const { told } = show(over, { others: ['donors-week'], sums: [SUM, nothing] })
    expect(told).toMatchObject({ best: null, isElsewhere: true, sums: { board: 'donors-week' } })
  })

  test('promises no sum of the round before that of the other tab is known', () => {
    const { told } = show(over, { others: ['donors-week'] })
    expect(told).toMatchObject({ best: null, isElsewhere: true, sums: { board: 'donors-week' } })
  })

  test('gives way to no teams where donors stand', () => {
    const others: BoardId[] = ['team-averages-all-time', 'teams-all-time', 'donors-week']
    const { told } = show(over, { others, sums: [SUM, onBoard('donors-week')] })
    expect(told.sums?.board).toBe('donors-week')
  })

  test.each<[string, string | null, BoardId | undefined]>([
    ['of the sums of teams for who is in one', 'The Lynxes', 'teams-all-time'],
    ['of all donations for who is in none', null, undefined],
  ])('gives way, among teams alone, to the board %s', (_who, team, board) => {
    const others: BoardId[] = ['team-averages-all-time', 'teams-all-time']
    const { told } = show(over, { others, sums: [SUM, onBoard('teams-all-time', { team })] })
    expect(told.sums?.board).toBe(board)
    expect(told).toMatchObject({ isElsewhere: true, best: { position: board ? 4 : 7 } })
  })

  test('gives way to donations of a span', () => {
    const loaded = { ...onBoard('donations-week'), own: new Map(), next: null }
    const { told } = show(over, { others: ['donations-week'], sums: [SUM, loaded] })
    expect(told).toMatchObject({ board: 'donations-week', isElsewhere: true })
    expect(told.best).toMatchObject({ position: 4 })
    expect([...told.ids]).toEqual([DONATION.id])
    expect(told.sums).toBeUndefined()
  })

  test('has guests told of all donations, as everywhere', () => {
    const { shown, told } = show(over, { others: ['donors-week'], donorId: undefined, sums: [] })
    expect(told).toMatchObject({ best: { position: 7 }, isElsewhere: false })
    expect(shown.quoted).toBeUndefined()
  })
})

describe('where teams alone rank', () => {
  const over = buildRound(-10, -5, 1)
  const teams = (team: string | null, board: BoardId = 'teams-all-time'): OwnSum => ({
    ...SUM,
    board,
    team,
    ownRank: null,
    next: null,
  })
  const onTeams = { id: 'teams-all-time', others: ['teams-week'] } as const

  test.each<[string, Shown]>([
    ['on a board of sums', { ...onTeams, others: [], sums: [teams(null)] }],
    [
      'on one of averages',
      { ...onTeams, id: 'team-averages-week', sums: [teams(null, 'team-averages-week')] },
    ],
    ['beside a round that is over', { others: ['teams-all-time'], sums: [SUM, teams(null)] }],
  ])('whoever is in no team has no place: %s', (_where, options) => {
    expect(show(over, options).told.isTeamless).toBe(true)
  })

  test.each<[string, Round, Shown]>([
    ['who is in a team', over, { ...onTeams, others: [], sums: [teams('The Lynxes')] }],
    ['whose team is not known yet', over, { ...onTeams, others: [], sums: [] }],
    ['with a board of donors', over, { ...onTeams, others: ['donors-week'], sums: [teams(null)] }],
    [
      'while a round runs',
      buildRound(-5, 5),
      { ...onTeams, others: ['donors-round'], sums: [teams(null)] },
    ],
    ['who is a guest', over, { ...onTeams, others: [], donorId: undefined, sums: [] }],
  ])('that is not said: %s', (_who, round, options) => {
    expect(show(round, options).told.isTeamless).toBe(false)
  })

  test('a member is told that what they give counts for teams alone, unless it does not', () => {
    const sums = [teams('The Lynxes')]
    const isForTeams = (others: NonNullable<Shown['others']>) =>
      show(over, { ...onTeams, others, sums }).told.isForTeams
    expect(isForTeams(['teams-week'])).toBe(true)
    expect(isForTeams(['donors-week'])).toBe(false)
  })
})

test('averages, to which nothing adds, give way to a round that runs', () => {
  const sums = [{ ...SUM, team: 'The Lynxes', board: 'team-averages-week' } as const, SUM]
  const options: Shown = { id: 'team-averages-week', others: ['donors-round'], sums }
  expect(show(buildRound(-5, 5), options).told.sums?.board).toBe('donors-round')
})
