import { test as base, type BrowserContextOptions, type Page } from '@playwright/test'
import type { BoardFixture } from '../databases/board.ts'
import { startLiveServer, type LiveServer } from '../live/live-server.ts'
import { openState } from '../../states/open-state.ts'
import { openStateBackend, type StateBackend } from '../../states/state-backend.ts'

export { expect } from '@playwright/test'

/** The real page, on a board that the test changes itself. */
export interface LiveBoard {
  page: Page
  live: LiveServer
}

export interface LiveBoardOptions extends BrowserContextOptions {
  who: 'visitor' | 'donor'
  /** False, the default, if the visitor prefers less motion. */
  hasMotion?: boolean
  /** The board that the visitor finds. */
  donations: readonly BoardFixture[]
}

/** Playwright's `test` with `openLiveBoard`. */
export const test = base.extend<
  { openLiveBoard: (options: LiveBoardOptions) => Promise<LiveBoard> },
  { backend: StateBackend }
>({
  backend: [
    async ({}, provide) => {
      const backend = await openStateBackend({ board: 'empty' })
      await provide(backend)
      await backend.close()
    },
    { scope: 'worker' },
  ],
  openLiveBoard: async ({ browser, backend }, provide) => {
    const opened: { close: () => Promise<void> }[] = []
    await provide(async ({ who, hasMotion = false, donations, ...options }) => {
      const live = await startLiveServer()
      opened.unshift(live)
      await live.change(...donations)
      const reach = async ({ enter, page }: { enter: () => Promise<void>; page: Page }) => {
        await page.route('**/api/leaderboard/live*', (route) => route.continue({ url: live.url }))
        await enter()
        await page.getByText('Live', { exact: true }).waitFor()
        await page.locator('li[data-donation]').first().waitFor()
      }
      const state = { name: 'live board', board: 'empty', who, hasMotion, reach } as const
      const shown = await openState(browser, backend, state, options)
      opened.unshift(shown)
      return { page: shown.page, live }
    })
    for (const each of opened) await each.close()
  },
})
