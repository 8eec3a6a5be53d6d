import { expect, test } from 'vitest'
import type { HostTeam } from '#contract/host/donor-teams.ts'
import { findTeams } from './find-teams.ts'

function team(name: string, amountCents: number, held = false): HostTeam {
  const given = { amountCents, donors: 1 }
  const rest = { byDonor: false, foundedAt: '2026-11-01T00:00:00.000Z', closedAt: null, members: 1 }
  return { id: name, name, held, given, ...rest }
}

const TEAMS = [
  team('Heron', 100),
  team('Crane', 300),
  team('Egret', 50, true),
  team('Herring', 100),
]

test('a name to decide about comes first, then the highest sum', () => {
  expect(findTeams(TEAMS, '').map(({ name }) => name)).toEqual([
    'Egret',
    'Crane',
    'Heron',
    'Herring',
  ])
})

test('a search finds parts of names in any case', () => {
  expect(findTeams(TEAMS, ' HER ').map(({ name }) => name)).toEqual(['Heron', 'Herring'])
  expect(findTeams(TEAMS, 'x')).toEqual([])
})
