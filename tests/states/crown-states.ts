import type { Page } from '@playwright/test'
import { roundListSchema } from '#contract/rounds.ts'
import { ROUTES } from '#contract/routes.ts'
import { findCelebration, holdCelebrations } from '../helpers/browser/celebration.ts'
import { approve, chooseAmount, openWallet } from '../helpers/browser/visitor.ts'
import { signUp } from '../helpers/server/donor.ts'
import { publishCampaign } from '../helpers/server/publish-campaign.ts'
import { openPanel } from './donate-states.ts'
import { enterLive } from './page-control.ts'
import type { State, StateSetup } from './state.ts'

const CROWNED = { board: 'empty', scenario: 'crowns' } as const

/** States of crowns, recaps and replays. */
export const CROWN_STATES: State[] = [
  { ...CROWNED, name: 'crowns', who: 'donor', reach: enterCrowned },
  {
    ...CROWNED,
    name: 'crown-dialog',
    who: 'visitor',
    reach: async (setup) => {
      await enterCrowned(setup)
      await setup.page
        .getByRole('button', { name: /crowns:/ })
        .first()
        .click()
      const dialog = setup.page.getByRole('dialog')
      await dialog.getByText('Longest reign').click()
    },
  },
  {
    ...CROWNED,
    name: 'crowns-hall',
    who: 'visitor',
    reach: async (setup) => {
      await enterCrowned(setup)
      await setup.page.getByRole('button', { name: 'Hall of fame' }).click()
      await setup.page.getByRole('dialog').getByText('Greatest leap').waitFor()
    },
  },
  {
    name: 'crowns-celebration',
    board: 'empty',
    who: 'donor',
    changesServer: true,
    reach: async (setup) => {
      await publishCampaign(await setup.backend.host(), { crowns: true })
      for (const amountCents of [1_500, 3_000, 2_000, 500, 1_000]) {
        const donor = await signUp(setup.backend.server.url)
        await donor.fetchCheckout(await donor.payByCard(amountCents, 'Mira Kell'))
      }
      await openPanel(setup)
      await holdCelebrations(setup.page)
      await chooseAmount(setup.page, '90')
      await approve(await openWallet(setup.page), { givenName: 'Vega', surname: 'Lind' })
      await findCelebration(setup.page).waitFor()
    },
  },
  {
    ...CROWNED,
    name: 'recap-round',
    who: 'visitor',
    reach: async ({ page, backend }) => {
      const answer = await fetch(`${backend.server.url}${ROUTES.rounds}`)
      const { rounds } = roundListSchema.parse(await answer.json())
      await page.goto(`/rounds/${rounds[0]?.round.id}/recap`)
      await page.getByRole('heading', { name: 'Turning points' }).waitFor()
      await page.getByRole('slider').waitFor()
    },
  },
  { ...CROWNED, name: 'recap-all-time', who: 'visitor', reach: ({ page }) => openRecap(page) },
  {
    ...CROWNED,
    name: 'recap-replay',
    who: 'visitor',
    reach: async ({ page }) => {
      await openRecap(page)
      await page.getByRole('slider').fill('450')
    },
  },
  {
    name: 'recap-empty',
    board: 'empty',
    who: 'visitor',
    changesServer: true,
    reach: async ({ page, backend }) => {
      await publishCampaign(await backend.host(), { crowns: true })
      await page.goto('/recap')
      await page.getByText('Be the first').waitFor()
    },
  },
  {
    name: 'recap-one',
    board: 'empty',
    who: 'visitor',
    changesServer: true,
    reach: async ({ page, backend }) => {
      await publishCampaign(await backend.host(), { crowns: true })
      const donor = await backend.donor()
      await donor.fetchCheckout(await donor.payByCard(2_500, 'Vega Solano'))
      await page.goto('/recap')
      await page.getByRole('heading', { name: 'Turning points' }).waitFor()
    },
  },
  {
    name: 'recap-off',
    board: 'empty',
    who: 'visitor',
    reach: async ({ page }) => {
      await page.goto('/recap')
      await page.getByText('There is no recap here').waitFor()
    },
  },
]

async function enterCrowned(setup: StateSetup): Promise<void> {
  await enterLive(setup)
  await setup.page
    .getByRole('button', { name: /crowns?:/i })
    .first()
    .waitFor()
}

async function openRecap(page: Page): Promise<void> {
  await page.goto('/recap')
  await page.getByRole('heading', { name: 'Turning points' }).waitFor()
  await page.getByRole('slider').waitFor()
}
