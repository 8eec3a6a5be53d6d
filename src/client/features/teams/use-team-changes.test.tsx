import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Membership, Team } from '#contract/donor-teams/teams.ts'
import { publishBoardVersion } from '#client/lib/board-version.ts'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { TeamChoiceField } from './team-choice-field.tsx'

const FREE: Membership = { team: null, bound: null, cannotFound: 'Not here.', founded: [] }
const LYNXES = { id: 'l', name: 'The Lynxes', open: true, held: false }

function toTeam(name: string): Team {
  return { id: name, name, open: true, position: null, amountCents: 0, donors: 0, stars: '' }
}

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
let version = 1
let names: string[] = []
let membership: Membership = FREE

beforeEach(() => {
  stubBrowserApis()
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.3)
  names = ['Orion', 'Herons']
  membership = FREE
})

afterEach(() => {
  vi.useRealTimers()
})

async function watch() {
  const onChoose = vi.fn<(choice: { teamId?: string | null | undefined }) => void>()
  const requests = serveApi({
    'GET /api/teams': () => ({
      body: { version, teams: names.map(toTeam) },
    }),
    'GET /api/me/team': () => ({ body: membership }),
  })
  const view = render(<TeamChoiceField onChoose={onChoose} />)
  await later(10_000)
  return { ...view, onChoose, requests }
}

async function changeBoard(waitMs = 10_000): Promise<void> {
  version += 1
  publishBoardVersion(version)
  await later(waitMs)
}

const select = () => screen.getByRole<HTMLSelectElement>('combobox')

test('a team that is founded meanwhile is offered, and one that closes is not any more', async () => {
  await watch()
  names = ['Orion', 'Lynxes']
  await changeBoard()
  expect(options()).toEqual(['No constellation', 'Orion', 'Lynxes'])
  expect(document.body.textContent).not.toContain('is closed.')
})

test('a chosen team that closes is not chosen any more, and the donor is told', async () => {
  const { onChoose } = await watch()
  fireEvent.change(select(), { target: { value: 'Herons' } })
  await later(3_000)
  names = ['Orion']
  await changeBoard()
  expect(select().value).toBe('')
  expect(screen.getByText('Herons').parentElement?.textContent).toBe('Herons is closed. ')
  expect(document.body.textContent).toContain('Your donation can count for a constellation too.')
  expect(onChoose.mock.calls).toEqual([null, 'Herons', null].map((teamId) => [{ teamId }]))
  fireEvent.change(select(), { target: { value: 'Orion' } })
  expect(document.body.textContent).not.toContain('is closed.')
})

test('the own team that closes is not chosen any more either', async () => {
  const own = { id: 'Orion', name: 'Orion', open: true, held: false }
  membership = { ...FREE, team: own }
  const { onChoose } = await watch()
  expect(select().value).toBe('Orion')
  membership = { ...FREE, team: { ...own, open: false } }
  names = ['Herons']
  await changeBoard()
  expect(select().value).toBe('')
  expect(document.body.textContent).toContain('Orion is closed. Your donation can count for')
  expect(onChoose.mock.calls).toEqual([[{ teamId: 'Orion' }], [{ teamId: null }]])
  // No aim is told for it either once there is none to choose in its place.
  names = []
  await changeBoard()
  expect(document.body.textContent).toBe('')
  expect(onChoose.mock.lastCall).toEqual([{ teamId: null }, false])
})

test('a payment that binds the donor is told at once', async () => {
  const { rerender, requests, onChoose } = await watch()
  fireEvent.change(select(), { target: { value: 'Herons' } })
  membership = { ...FREE, team: LYNXES, bound: 'You have given in “Spring”.' }
  const before = requests.length
  rerender(<TeamChoiceField onChoose={onChoose} payment={{}} />)
  await later(0)
  expect(requests).toHaveLength(before + 2)
  expect(document.body.textContent).toContain('You are in The Lynxes. You have given')
  // What was chosen before is not asked for with the next payment.
  expect(onChoose.mock.lastCall).toEqual([{ teamId: 'l' }])
  membership = { ...FREE, team: LYNXES }
  await later(30_000)
  expect(select().value).toBe('')
})

test('a team that refuses a payment, as it was closed, is not offered any more at once', async () => {
  const { rerender, requests, onChoose } = await watch()
  fireEvent.change(select(), { target: { value: 'Herons' } })
  await later(3_000)
  names = ['Orion']
  const before = requests.length
  rerender(<TeamChoiceField onChoose={onChoose} refusal={{}} />)
  await later(0)
  expect(requests).toHaveLength(before + 2)
  expect(select().value).toBe('')
  expect(document.body.textContent).toContain('Herons is closed.')
  // Another press on pay takes the refusal back, which changes no team.
  rerender(<TeamChoiceField onChoose={onChoose} />)
  await later(0)
  expect(requests).toHaveLength(before + 2)
})

test('a busy board is asked once in ten seconds, and nothing moves while somebody types', async () => {
  const { requests } = await watch()
  const before = requests.length
  const amount = document.body.appendChild(document.createElement('input'))
  names = ['Orion']
  for (let second = 0; second < 20; second += 1) {
    fireEvent.input(amount)
    await changeBoard(1_000)
  }
  amount.remove()
  expect(requests).toHaveLength(before + 4)
  expect(options()).toEqual(['No constellation', 'Orion', 'Herons'])
  await later(3_000)
  expect(options()).toEqual(['No constellation', 'Orion'])
})
