import { expect, type Locator, type Page } from '@playwright/test'
import type { StateSetup } from './state.ts'

/** Steps that several states share: waiting for the live board, network faults, and long scrolls. */

/** Opens the page and waits until its board is live, so that no picture shows it half-way. */
export async function enterLive({ enter, page }: StateSetup): Promise<void> {
  await enter()
  await page.getByText('Live', { exact: true }).waitFor()
}

/**
 * Presses a button of the panel until what it opens is shown. A panel that was scrolled up has room for
 * more of its ladder, which may move the button while it is pressed.
 */
export async function pressUntilShown(button: Locator, shown: Locator): Promise<void> {
  await expect(async () => {
    if (!(await shown.isVisible())) await button.click({ timeout: 2_000 })
    await shown.waitFor({ timeout: 2_000 })
  }).toPass()
}

/** Lets the live stream neither begin nor fail. */
export async function holdStream(page: Page): Promise<void> {
  await page.route('**/api/leaderboard/live*', () => {})
}

/** Lets no attempt of the page's to connect end: what would take ten seconds takes for ever. */
export async function holdAttempts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const setTimer = window.setTimeout.bind(window)
    const setShortTimer = (handler: TimerHandler, delayMs = 0, ...values: unknown[]) =>
      delayMs < 10_000 ? setTimer(handler, delayMs, ...values) : 0
    Object.assign(window, { setTimeout: setShortTimer })
  })
}

/** Removes the server-rendered first view, as in a page that was kept for offline use. */
export async function dropFirstView(page: Page): Promise<void> {
  await page.route('/', async (route) => {
    const answer = await route.fetch()
    const document = await answer.text()
    const kept = document.replace(
      /<!--first-view-->[^]*<!--\/first-view-->/,
      '<div id="root"></div>',
    )
    await route.fulfill({ response: answer, body: kept })
  })
}

/** Scrolls the page until the row stands in the middle of the window, and waits for it. */
export async function scrollToRow(page: Page, position: number): Promise<void> {
  const row = page.locator(`ol > li[value="${position}"][data-donation]`)
  await page.locator('ol > li[data-donation]').first().waitFor()
  await page.evaluate((position) => {
    const list = document.querySelector('ol')
    const first = list?.querySelector<HTMLElement>('li[data-place]')
    const row = list?.querySelector<HTMLElement>('li:not([data-place])')
    if (!list || !first || !row) return
    const down = first.offsetTop + first.offsetHeight + (position - 3.5) * row.offsetHeight
    scrollTo(0, list.getBoundingClientRect().top + scrollY + down - innerHeight / 2)
  }, position)
  await row.waitFor({ timeout: 60_000 })
}

/**
 * Responds to a path with this body, in place of a server that cannot verify the input, such as a
 * phone's code.
 */
export async function answerWith(page: Page, path: string, body: object): Promise<void> {
  await page.route(`**${path}`, (route) => route.fulfill({ json: body }))
}
