import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  publishChosenTeam,
  publishOwnPlaces,
  useChosenTeam,
  useOwnPlaces,
  type OwnPlaces,
} from './own-places.ts'

test('what is given for another team adds nothing to the place of the own one', () => {
  const own: OwnPlaces = {
    ids: new Set(['lynxes']),
    best: { position: 3, amountCents: 12_000 },
    sums: { board: 'teams-all-time', next: null, team: 'The Lynxes' },
  }
  const { result } = renderHook(() => useOwnPlaces())
  act(() => publishOwnPlaces(own))
  for (const [teamId, best] of [
    ['orion', null],
    [null, null],
    ['lynxes', own.best],
    [undefined, own.best],
  ] as const) {
    act(() => publishChosenTeam(teamId))
    expect(result.current.best).toBe(best)
  }
})

test('a team that nobody could choose is not told as chosen, and has no place all the same', () => {
  const { result } = renderHook(() => ({ own: useOwnPlaces(), chosen: useChosenTeam() }))
  act(() => publishChosenTeam(null))
  expect(result.current.chosen).toBeNull()
  act(() => publishChosenTeam(null, false))
  expect(result.current).toMatchObject({ own: { best: null }, chosen: undefined })
})
