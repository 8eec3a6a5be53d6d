import type { State } from './state.ts'
import { dropFirstView, enterLive, holdAttempts, holdStream, scrollToRow } from './page-control.ts'

/** States of the disclaimer and of the board without failures. */
export const BOARD_STATES: State[] = [
  {
    name: 'disclaimer',
    board: 'fourteen',
    who: 'newcomer',
    reach: async ({ page }) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'I Understand' }).waitFor()
    },
  },
  {
    name: 'board',
    board: 'fourteen',
    who: 'visitor',
    reach: enterLive,
  },
  {
    name: 'board-loading',
    board: 'fourteen',
    who: 'visitor',
    reach: async ({ enter, page }) => {
      await dropFirstView(page)
      await holdAttempts(page)
      await holdStream(page)
      await enter()
      await page.getByText('Connecting').waitFor()
    },
  },
  {
    name: 'board-empty',
    board: 'empty',
    who: 'visitor',
    reach: enterLive,
  },
  { name: 'board-one-donor', board: 'one', who: 'visitor', reach: enterLive },
  { name: 'names-long', board: 'long names', who: 'visitor', reach: enterLive },
  {
    name: 'names-right-to-left',
    board: 'right to left',
    who: 'visitor',
    reach: enterLive,
  },
  { name: 'names-emoji', board: 'emoji', who: 'visitor', reach: enterLive },
  { name: 'amounts-extreme', board: 'extremes', who: 'visitor', reach: enterLive },
  { name: 'ties', board: 'ties', who: 'visitor', reach: enterLive },
  {
    name: 'own-row',
    board: 'fourteen',
    who: 'donor',
    changesServer: true,
    reach: async ({ enter, page, backend }) => {
      const donor = await backend.donor()
      await donor.fetchCheckout(await donor.payByCard(16_000, 'Vega'))
      await enter()
      await page.locator('[data-own]').evaluate((row) => row.scrollIntoView({ block: 'center' }))
    },
  },
  {
    name: 'own-row-pinned',
    board: 'crowd',
    who: 'donor',
    changesServer: true,
    reach: async ({ enter, page, backend }) => {
      const donor = await backend.donor()
      await donor.fetchCheckout(await donor.payByCard(500, 'Vega'))
      await enter()
      await scrollToRow(page, 40)
      await page.locator('[data-pinned-own]').waitFor()
    },
  },
  {
    name: 'share',
    board: 'fourteen',
    who: 'donor',
    changesServer: true,
    reach: async ({ enter, page, backend }) => {
      const donor = await backend.donor()
      await donor.fetchCheckout(await donor.payByCard(26_000, 'Vega'))
      await enter()
      await page.getByRole('button', { name: 'Share my rank' }).first().click()
      await page.getByRole('heading', { name: 'Show where you stand' }).waitFor()
    },
  },
  {
    name: 'board-crowd',
    board: 'crowd',
    who: 'visitor',
    reach: enterLive,
  },
  {
    name: 'board-crowd-middle',
    board: 'crowd',
    who: 'visitor',
    reach: async (setup) => {
      await enterLive(setup)
      await scrollToRow(setup.page, 50_000)
    },
  },
]
