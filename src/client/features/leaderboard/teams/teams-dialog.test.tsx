import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Team } from '#contract/donor-teams/teams.ts'
import { stubBrowserApis } from '#tests/helpers/page/page.ts'
import { TeamsDialog } from './teams-dialog.tsx'

beforeEach(() => stubBrowserApis())

function build(count: number): Team[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `Team ${index + 1}`
    const rest = { open: true, position: index + 1, amountCents: 500, donors: 1, stars: '5' }
    return { id, name: id, ...rest }
  })
}

const show = (teams: readonly Team[]) =>
  render(<TeamsDialog boardId="teams-week" teams={teams} onClose={() => {}} />)

const names = () =>
  screen.getAllByRole('listitem').map((item) => item.querySelector('bdi')?.textContent)

test('a dozen constellations are read, more are searched by name too', async () => {
  const few = show(build(12))
  expect(screen.queryByRole('searchbox')).toBeNull()
  few.unmount()
  show(build(13))
  const search = screen.getByRole('searchbox', { name: 'Search by name' })
  await userEvent.setup().type(search, 'TEAM 1')
  expect(names()).toEqual(['Team 1', 'Team 10', 'Team 11', 'Team 12', 'Team 13'])
  await userEvent.setup().type(search, '9')
  expect(screen.queryAllByRole('listitem')).toHaveLength(0)
  expect(screen.getByText('No name has this in it.')).toBeDefined()
})
