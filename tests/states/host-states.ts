import { expect } from '@playwright/test'
import { openSection } from '../helpers/browser/host.ts'
import type { StateSetup, State } from './state.ts'

const EVENING = { board: 'empty', scenario: 'evening', who: 'host' } as const

const CROWD = { board: 'empty', scenario: 'crowd', who: 'host', isHuge: true } as const

/** The longest wait for a section's data, ms: the pages of all sizes load at the same time. */
const LOADING_TIMEOUT_MS = 30_000

/** States of the host's console. */
export const HOST_STATES: State[] = [
  { ...EVENING, name: 'host-overview', reach: open('/host') },
  { ...EVENING, name: 'host-donations', reach: open('/host/donations') },
  { ...EVENING, name: 'host-texts', reach: open('/host/texts') },
  { ...EVENING, name: 'host-campaign', reach: open('/host/campaign') },
  {
    board: 'empty',
    scenario: 'round',
    who: 'host',
    name: 'host-rounds',
    reach: async (setup) => {
      await open('/host/rounds')(setup)
      const { page } = setup
      await page.getByLabel('Name', { exact: true }).fill('The last ten minutes')
      await page.getByLabel('What the winner gets').fill('a signed poster')
      await page.getByLabel('Starts').fill('2030-12-01T20:00')
      await page.getByLabel('Ends').fill('2030-12-01T20:10')
      await page.getByLabel('Overtimes').fill('3')
      await page.frameLocator('iframe').getByRole('timer').waitFor()
      await page.getByLabel('Overtimes').blur()
      await page.evaluate(() => scrollTo(0, 0))
    },
  },
  {
    board: 'empty',
    scenario: 'choice',
    who: 'host',
    name: 'host-choices',
    reach: async (setup) => {
      await open('/host/choices')(setup)
      const { page } = setup
      await page.getByLabel('Question').fill('Which harbour first?')
      await page.getByLabel('Options').fill('Bergen\nLerwick\nTórshavn')
      await page.frameLocator('iframe').getByText('Which harbour first?').first().waitFor()
    },
  },
  {
    board: 'empty',
    scenario: 'choice',
    who: 'host',
    name: 'host-matching',
    reach: open('/host/matching'),
  },
  { ...EVENING, name: 'host-providers', reach: open('/host/providers') },
  { ...EVENING, name: 'host-team', reach: open('/host/team') },
  { ...EVENING, name: 'host-audit', reach: open('/host/audit') },
  { ...EVENING, name: 'host-export', reach: open('/host/export') },
  { ...EVENING, name: 'host-donation', reach: openDonation },
  {
    ...EVENING,
    name: 'host-refund',
    reach: async (setup) => {
      await openDonation(setup)
      await setup.page.getByRole('button', { name: 'Refund …' }).click()
      await setup.page.getByRole('dialog', { name: 'Refund' }).waitFor()
    },
  },
  {
    ...EVENING,
    name: 'host-donations-none',
    reach: async ({ page }) => {
      await openSection(page, '/host/donations?q=nobody-of-this-name', 'Donations')
      await page.getByText(/^Nothing matches\./).waitFor()
    },
  },
  {
    ...EVENING,
    name: 'host-moderator',
    who: 'moderator',
    reach: open('/host/texts'),
  },
  {
    ...EVENING,
    name: 'host-failed',
    reach: async ({ page }) => {
      await page.route('**/api/host/team', (route) => route.abort())
      await openSection(page, '/host/team', 'Team')
      await page.getByRole('button', { name: 'Try now' }).waitFor()
    },
  },
  {
    ...EVENING,
    name: 'host-loading',
    reach: async ({ page }) => {
      await page.route('**/api/host/donations*', () => {})
      await openSection(page, '/host/donations', 'Donations')
      await page.getByText('Loading donations').waitFor({ state: 'attached' })
    },
  },
  {
    name: 'host-campaign-locked',
    board: 'empty',
    environment: { CAMPAIGN_FILE: 'tests/states/campaign-file.json' },
    who: 'host',
    reach: open('/host/campaign'),
  },
  { ...CROWD, name: 'host-donations-crowd', reach: open('/host/donations') },
  {
    ...CROWD,
    name: 'host-donations-crowd-middle',
    reach: async ({ page }) => {
      await openSection(page, '/host/donations?sort=highest&state=refunded', 'Donations')
      await page.getByRole('button', { name: 'Next page' }).click()
      await page.getByRole('button', { name: 'First page' }).scrollIntoViewIfNeeded()
    },
  },
  { name: 'host-overview-new', board: 'empty', who: 'host', reach: open('/host') },
  { name: 'host-texts-empty', board: 'empty', who: 'host', reach: open('/host/texts') },
  {
    name: 'host-not-in-the-team',
    board: 'fourteen',
    who: 'donor',
    reach: async ({ page }) => {
      await page.goto('/host')
      await page.getByRole('heading', { level: 1, name: 'Host console' }).waitFor()
    },
  },
]

function open(path: string): State['reach'] {
  return async ({ page }) => {
    await openSection(page, path, /./)
    // The frame comes after the gate, a section's code after the frame, and its data after its code.
    await page.waitForLoadState('networkidle')
    const loading = page
      .locator('[aria-busy="true"]')
      .or(page.getByText(/^(Loading |One moment …)/))
    await expect(loading).toHaveCount(0, { timeout: LOADING_TIMEOUT_MS })
  }
}

async function openDonation({ page }: StateSetup): Promise<void> {
  await openSection(page, '/host/donations', 'Donations')
  await page.getByRole('link', { name: 'Theo' }).click()
  await page.getByRole('heading', { name: 'Captured' }).waitFor()
}
