import { enterLive } from './page-control.ts'
import type { State } from './state.ts'

const CAMPAIGN = { board: 'empty', scenario: 'evening' } as const

/** States of the visitors' page in a campaign with everything that a host can set. */
export const CAMPAIGN_STATES: State[] = [
  {
    ...CAMPAIGN,
    name: 'campaign-disclaimer',
    who: 'newcomer',
    reach: async ({ page }) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'I Understand' }).waitFor()
    },
  },
  { ...CAMPAIGN, name: 'campaign', who: 'visitor', reach: enterLive },
  {
    ...CAMPAIGN,
    name: 'campaign-about',
    who: 'visitor',
    reach: async ({ enter, page }) => {
      await enter()
      await page.getByRole('button', { name: 'About' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
