import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import type { Campaign } from '#contract/campaign.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { TeamSection } from './team-section.tsx'

const REASON = 'Donate here once: then you can start a constellation.'

beforeEach(() => {
  stubBrowserApis()
  serveApi({
    'GET /api/teams': { body: { version: 1, teams: [] } },
    'GET /api/me/team': { body: { team: null, bound: null, cannotFound: REASON, founded: [] } },
  })
})

afterEach(() => campaignStore.set(DEFAULT_CAMPAIGN))

async function open(teams: Campaign['teams']): Promise<string> {
  campaignStore.set({ ...DEFAULT_CAMPAIGN, teams })
  const { container } = render(<TeamSection />)
  await screen.findByRole('combobox', { name: 'Your constellation' })
  return container.textContent
}

test('donors who may found teams, but not yet, read why', async () => {
  expect(await open('donors')).toContain(REASON)
})

test('where hosts alone found teams, donors read nothing of it', async () => {
  expect(await open('hosts')).not.toContain(REASON)
})
