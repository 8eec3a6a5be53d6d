import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { campaignStore } from '#client/lib/campaign.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import type { Team } from '#contract/donor-teams/teams.ts'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { FLATNESS } from './constellation.ts'
import { placeTeams } from './sky-layout.ts'
import { TeamSky, type TeamSkyProps } from './team-sky.tsx'

beforeEach(() => stubBrowserApis())
afterEach(() => campaignStore.set(DEFAULT_CAMPAIGN))

function toTeam(position: number | null, amountCents: number, donors = 2): Team {
  const name = `Team ${position ?? 'without'}`
  return { id: name, name, open: true, position, amountCents, donors, stars: '534' }
}

async function show(
  teams: readonly Team[],
  board: 'teams-week' | 'team-averages-week',
  own: TeamSkyProps['own'] = { ownRank: null },
) {
  const requests = serveApi({ 'GET /api/teams': { body: { version: 3, teams } } })
  render(<TeamSky boardId={board} version={3} own={own} />)
  await screen.findByText(/[Ee]ach donor|contest/)
  return requests
}

test('without gifts the sky says how a constellation shines', async () => {
  await show([toTeam(null, 0)], 'teams-week')
  expect(document.body.textContent).toContain('No constellation shines yet.')
})

test('one constellation waits for a second', async () => {
  await show([toTeam(1, 500)], 'teams-week')
  expect(document.body.textContent).toContain('One constellation shines.')
})

test('the two that lead stand against each other by what ranks on the board', async () => {
  const teams = [toTeam(1, 9_000, 1), toTeam(2, 10_000, 2), toTeam(3, 100)]
  const [request] = await show(teams, 'team-averages-week')
  expect(request?.search).toBe('?board=team-averages-week')
  expect(document.body.textContent).toContain('Team 1 leads by $40.00 over Team 2.')
  // Not the stars, of which a donor may have two.
  expect(document.body.textContent).toContain('$90.00 1 donor')
})

test('equals are level', async () => {
  await show([toTeam(1, 900), toTeam(2, 900)], 'teams-week')
  expect(document.body.textContent).toContain('Team 1 is level with Team 2.')
})

test('the viewer reads where their own stands, and what passes the one above', async () => {
  const teams = [toTeam(1, 30_000), toTeam(2, 13_200), toTeam(3, 12_000)]
  const ownRank = { id: 'l', name: 'The Lynxes', position: 3, amountCents: 12_000 }
  await show(teams, 'teams-week', { ownRank, next: { moreCents: 1_201, name: 'Orion' } })
  expect(document.body.textContent).toContain(
    'The Lynxes are at\u{a0}#3 with $120.00; $12.01 more passes Orion.',
  )
})

describe('whoever is in no open team', () => {
  const IN_NONE = 'You are in no open constellation.'
  const teams = [toTeam(1, 900), toTeam(2, 800)]

  test('is told so, and how to get into one', async () => {
    await show(teams, 'teams-week', { ownRank: null, team: null })
    expect(document.body.textContent).toContain(`${IN_NONE} Choose one when you donate.`)
  })

  test('is not told so while it is not known', async () => {
    await show(teams, 'teams-week', { ownRank: null, team: undefined })
    expect(document.body.textContent).not.toContain(IN_NONE)
  })

  test.each([
    ['is open', teams.map((team) => ({ ...team, open: false })), true],
    ['can be given for', teams, false],
  ])('is not told to choose one where none %s', async (_which, list, areTaken) => {
    if (!areTaken) campaignStore.set({ ...DEFAULT_CAMPAIGN, open: false })
    await show(list, 'teams-week', { ownRank: null, team: null })
    expect(document.body.textContent).toContain(IN_NONE)
    expect(document.body.textContent).not.toContain('Choose one')
  })
})

test('of two hundred teams two lead, some have names, and none lies across another in front', () => {
  const teams = Array.from({ length: 200 }, (_, index) => toTeam(index + 1, 90_000 - 400 * index))
  for (const size of [
    { width: 280, height: 264, stageHeight: 124, remPx: 16 },
    { width: 1_400, height: 480, stageHeight: 220, remPx: 21.6 },
  ]) {
    const placed = placeTeams(teams, size)
    expect(new Set(placed.map(({ team }) => team.id)).size).toBe(placed.length)
    const front = placed.filter(({ role }) => role !== 'far')
    const far = placed.filter(({ role }) => role === 'far')
    expect(far.length).toBeGreaterThan(3)
    expect(placed.filter(({ role }) => role === 'leader')).toHaveLength(2)
    expect(front.length).toBeGreaterThan(3)
    expect(front.length).toBeLessThanOrEqual(2 + 8)
    for (const { x, y, radius } of front) {
      expect(x - radius).toBeGreaterThanOrEqual(0)
      expect(x + radius).toBeLessThanOrEqual(size.width)
      expect(y).toBeLessThan(size.height)
    }
    for (const { x, y, radius } of far) {
      expect(x - radius).toBeGreaterThanOrEqual(0)
      expect(x + radius).toBeLessThanOrEqual(size.width)
      const isAcross = front.some(({ radius: other, ...one }) => {
        const reach = radius + other
        return Math.abs(x - one.x) < reach && Math.abs(y - one.y) < reach * FLATNESS
      })
      expect(isAcross).toBe(false)
    }
  }
})

test('below the two that lead, teams of one or two stars are not drawn', () => {
  const few = { ...toTeam(3, 300), stars: '99' }
  const teams = [{ ...toTeam(1, 900), stars: '9' }, toTeam(2, 600), few, toTeam(4, 200)]
  const placed = placeTeams(teams, { width: 600, height: 400, stageHeight: 300, remPx: 16 })
  expect(placed.map(({ team }) => team.position)).toEqual([4, 1, 2])
})

test('a sky that could not be loaded says so, and that the page keeps trying', async () => {
  serveApi({ 'GET /api/teams': 'unreachable' })
  render(<TeamSky boardId="teams-week" version={3} own={{ ownRank: null }} />)
  const sentence = 'The constellations could not be loaded. This page keeps trying by itself.'
  expect(await screen.findByText(sentence)).toBeDefined()
})

test('a name stands at its figure, whichever way it is written', async () => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(function height(
    this: Element,
  ) {
    return this.tagName === 'CANVAS' ? 480 : 200
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #onSize: () => void
      constructor(onSize: () => void) {
        this.#onSize = onSize
      }
      observe = () => this.#onSize()
      disconnect = () => {}
    },
  )
  const named = { ...toTeam(3, 100), name: 'אריות' }
  await show([toTeam(1, 900), toTeam(2, 800), named], 'teams-week')
  const { style } = screen.getByText('אריות')
  expect([style.left, style.insetInlineStart]).toEqual(['450px', ''])
})
