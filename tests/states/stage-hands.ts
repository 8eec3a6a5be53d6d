import type { Page } from '@playwright/test'

/** What the stage does to a page that no visitor can: faults of the network, and giant leaps. */

/** Lets the live stream neither begin nor fail. */
export async function holdStream(page: Page): Promise<void> {
  await page.route('**/api/leaderboard/live*', () => {})
}

/** As a page that was kept for offline use comes: without the board that the server writes into it. */
export async function dropFirstBoard(page: Page): Promise<void> {
  await page.route('/', async (route) => {
    const answer = await route.fetch()
    const document = await answer.text()
    await route.fulfill({
      response: answer,
      body: document.replace(/<script[^>]*id="first-board"[^>]*>[^]*?<\/script>/, ''),
    })
  })
}

/** Scrolls the page until the row stands in the middle of the window, and waits for it. */
export async function scrollToRow(page: Page, position: number): Promise<void> {
  const row = page.locator(`ol > li[value="${position}"][data-donation]`)
  await page.locator('ol > li[data-donation]').first().waitFor()
  await page.evaluate((share) => {
    const list = document.querySelector('ol')?.getBoundingClientRect()
    if (list) scrollTo(0, list.top + scrollY + list.height * share - innerHeight / 2)
  }, position / 100_000)
  await row.waitFor({ timeout: 60_000 })
}
