import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetConfig } from '#client/lib/config.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { publishChosenTeam, publishOwnPlaces, type OwnPlaces } from '#client/lib/own-places.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import type { TeamChoice } from '#contract/donor-teams/choice.ts'
import { buildConfig } from '#tests/helpers/page/config.ts'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { DonatePanel } from './donate-panel.tsx'
import { PaymentTracker } from './tracking/payment-tracker.ts'

const NONE: OwnPlaces = { ids: new Set(), best: null }

/** The places of a donor in no team, who has given, on a page where teams alone rank. */
const TEAMLESS: OwnPlaces = {
  ids: new Set(['d7']),
  best: { position: 7, amountCents: 1_000 },
  isElsewhere: true,
  isTeamless: true,
}

beforeEach(() => {
  sessionStorage.clear()
  forgetConfig()
})

afterEach(() => {
  vi.useRealTimers()
  act(() => {
    publishOwnPlaces(NONE)
    publishChosenTeam(undefined)
  })
  campaignStore.set(DEFAULT_CAMPAIGN)
})

/** Those of a member of a team there. */
const MEMBER: OwnPlaces = {
  ids: new Set(['lynxes']),
  best: { position: 3, amountCents: 12_000 },
  isForTeams: true,
  sums: { board: 'teams-all-time', next: null, team: 'The Lynxes' },
}

async function open({ isNarrow = false, places = TEAMLESS } = {}) {
  stubBrowserApis({ isNarrow })
  const requests = serveApi({ 'GET /api/config': { body: buildConfig() } })
  publishOwnPlaces(places)
  campaignStore.set({ ...DEFAULT_CAMPAIGN, teams: 'hosts', boards: ['teams-all-time'] })
  const payments = new PaymentTracker()
  let choose: (choice: TeamChoice, isOffered?: boolean) => void = () => {}
  const renderTeams = (onChoose: typeof choose) => {
    choose = onChoose
    return null
  }
  await act(async () =>
    render(
      <Suspense>
        <DonatePanel {...{ payments, renderTeams }} focusRequested={false} onFocused={() => {}} />
      </Suspense>,
    ),
  )
  const panel = screen.getByRole('region', { name: 'Claim your place' })
  return {
    panel,
    choose: (teamId: TeamChoice['teamId'], isOffered?: boolean) =>
      act(() => choose({ teamId }, isOffered)),
    hasAskedRank: () => requests.some(({ route }) => route.endsWith('/rank')),
  }
}

test('among teams alone, whoever is in none is told so, and no place among donations', async () => {
  vi.useFakeTimers()
  const { panel, hasAskedRank } = await open()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(panel.querySelector('header')?.textContent).toContain('You are in no open constellation.')
  expect(panel.textContent).toContain('Places to aim for are those of constellations.')
  expect(panel.textContent).not.toContain('#')
  expect(panel.textContent).not.toContain('all donations')
  expect(hasAskedRank()).toBe(false)
})

test('the amount says that it counts once a team is chosen, and then for which', async () => {
  const { choose } = await open()
  const told = () =>
    document.getElementById(
      screen.getByLabelText('Amount (USD)').getAttribute('aria-describedby') ?? '',
    )?.textContent
  expect(told()).toBe('You are in no open constellation.')
  choose(null)
  expect(told()).toBe('This counts once you choose a constellation below.')
  choose('orion')
  expect(told()).toBe('This counts for the constellation you chose.')
})

test('nobody is told to choose a team where none can be chosen', async () => {
  const { panel, choose } = await open()
  choose(null, false)
  expect(panel.textContent).not.toContain('choose')
})

test('what the amount counts for is read aloud', async () => {
  const { panel, choose } = await open()
  const hears = (sentence: string) =>
    [...panel.querySelectorAll('output')].some(({ textContent }) => textContent === sentence)
  choose(null)
  expect(hears('This counts once you choose a constellation below.')).toBe(true)
  choose('orion')
  expect(hears('This counts for the constellation you chose.')).toBe(true)
})

test('a closed sheet says so, too', async () => {
  const { panel, choose } = await open({ isNarrow: true })
  const head = () => panel.querySelector('header')?.textContent
  expect(head()).toContain('Donate $5.00You are in no open constellation')
  choose('orion')
  expect(head()).toContain('Donate $5.00For the constellation you chose')
})

test('a member who chooses another team, or none, reads no place among donations', async () => {
  const { panel, choose } = await open({ places: MEMBER })
  const head = () => panel.querySelector('header')?.textContent
  expect(head()).toContain('You are at\u00a0#3 with $120')
  choose('orion')
  expect(head()).toContain('You give for another constellation than your own.')
  expect(panel.textContent).toContain('This counts for the constellation you chose.')
  choose(null)
  expect(head()).toContain('You give for no constellation.')
  expect(panel.textContent).not.toContain('all donations')
})

test('a closed sheet tells a member that they chose none', async () => {
  const { panel, choose } = await open({ isNarrow: true, places: MEMBER })
  choose(null)
  expect(panel.querySelector('header')?.textContent).toContain('Donate $5.00For no constellation')
})
