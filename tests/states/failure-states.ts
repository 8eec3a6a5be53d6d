import { dropFirstView, holdStream } from './page-control.ts'
import type { State } from './state.ts'

/** States of the board after failures, and while it is paused. */
export const FAILURE_STATES: State[] = [
  {
    name: 'paused',
    board: 'fourteen',
    who: 'visitor',
    reach: async ({ enter, page }) => {
      await enter()
      await page.getByText('Live', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Pause live updates' }).click()
      await page.getByText('Paused', { exact: true }).waitFor()
    },
  },
  {
    name: 'offline',
    board: 'fourteen',
    who: 'visitor',
    reach: async ({ enter, page, context }) => {
      await enter()
      await page.getByText('Live', { exact: true }).waitFor()
      await context.setOffline(true)
      await page.getByText(/cannot be reached/).waitFor()
    },
  },
  {
    name: 'delayed',
    board: 'fourteen',
    who: 'visitor',
    reach: async ({ enter, page }) => {
      await page.route('**/api/leaderboard/live*', (route) => route.abort())
      await enter()
      await page.getByText(/do not get through/).waitFor()
    },
  },
  {
    name: 'stale',
    board: 'fourteen',
    who: 'visitor',
    reach: async ({ enter, page }) => {
      await page.route('**/api/**', (route) => route.abort())
      await enter()
      await page.getByText(/cannot be reached/).waitFor()
    },
  },
  {
    name: 'offline-no-list',
    board: 'fourteen',
    who: 'visitor',
    reach: async ({ page }) => {
      await dropFirstView(page)
      await page.route('**/api/**', (route) => route.abort())
      await page.goto('/')
      await page.getByText(/cannot be reached/).waitFor()
    },
  },
  {
    name: 'reconnecting',
    board: 'fourteen',
    who: 'visitor',
    changesServer: true,
    reach: async ({ enter, page, backend }) => {
      await enter()
      await page.getByText('Live', { exact: true }).waitFor()
      await holdStream(page)
      await backend.server.kill()
      await backend.server.restart()
      await page.getByText('Reconnecting').waitFor()
    },
  },
  {
    name: 'list-failed',
    board: 'crowd',
    who: 'visitor',
    reach: async ({ enter, page }) => {
      await page.route('**/api/leaderboard?*after=*', (route) => route.abort())
      await enter()
      await page.getByText('Live', { exact: true }).waitFor()
      await page.getByText('The rest of the list could not be loaded.').waitFor()
      await page.getByText('The rest of the list could not be loaded.').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'board-crashed',
    board: 'fourteen',
    who: 'visitor',
    reach: async ({ page }) => {
      await dropFirstView(page)
      const timestamp = new Date().toISOString()
      const nameless = { position: 1, id: 'd', name: {}, amountCents: 500, timestamp }
      const total = { count: 1, amountCents: 500 }
      const broken = { version: 9, entries: [nameless], total, next: null }
      await page.route('**/api/leaderboard/live*', (route) =>
        route.fulfill({
          contentType: 'text/event-stream',
          body: `id: 9\nevent: snapshot\ndata: ${JSON.stringify(broken)}\n\n`,
        }),
      )
      await page.goto('/')
      await page.getByText('Something went wrong.').waitFor()
    },
  },
]
