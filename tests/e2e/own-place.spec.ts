import type { Page } from '@playwright/test'
import { holdCelebrations } from '../helpers/browser/celebration.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { approve, enter, enterSignedUp, openWallet } from '../helpers/browser/visitor.ts'
import { signUp, type Donor } from '../helpers/server/donor.ts'

const bar = (page: Page) => page.getByRole('complementary', { name: 'Your place' })

/** Signs up a donor who stands below so many others that a window does not show all rows. */
async function makeLastOfMany(url: string): Promise<Donor> {
  const donor = await signUp(url)
  await donor.fetchCheckout(await donor.payByCard(500, 'Vega Lind'))
  // Nobody pays so often that the server wants to see a person.
  for (let others = 0; others < 3; others += 1) {
    const other = await signUp(url)
    for (let rank = 1; rank <= 8; rank += 1) {
      await other.fetchCheckout(await other.payByCard(1_000 * rank + others, 'Orion Kell'))
    }
  }
  return donor
}

/** Scrolls there, and returns what the bar lies over of all that it must leave free. */
async function findCovered(page: Page, scrollTop: number): Promise<string[]> {
  await page.evaluate((top) => scrollTo(0, top), scrollTop)
  return page.evaluate(() => {
    const free = '#donate, #donate button, #donate input, #donate fieldset, li[data-place] > *'
    return [...document.querySelectorAll(free)].flatMap((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      const points = [left + 2, x, right - 2].flatMap((across) =>
        [top + 2, y, bottom - 2].map((down) => [across, down] as const),
      )
      const isCovered = points.some(([across, down]) =>
        document.elementFromPoint(across, down)?.closest('[data-pinned-own]'),
      )
      return isCovered ? `${element.tagName} ${element.textContent}` : []
    })
  })
}

test('the bar with the own place covers neither panel nor pay buttons nor podium', async ({
  page,
  context,
  server,
}) => {
  const { cookies } = await makeLastOfMany(server.url)
  await context.addCookies(cookies.map(({ name, value }) => ({ url: server.url, name, value })))
  await enter(page)
  await page.getByRole('button', { name: 'Donate with Stripe' }).waitFor()
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const top of [0, 150, 300, 450]) {
      await expect.poll(() => findCovered(page, top), `${width} px, at ${top}`).toEqual([])
    }
    await expect(bar(page)).toBeInViewport({ ratio: 1 })
    await expect(bar(page)).toContainText('You are #25')
  }
})

test('no focus frame stays on the donor’s row after a donation by touch @phone-only', async ({
  page,
}) => {
  await enterSignedUp(page)
  await page.getByRole('button', { name: 'Change the amount' }).tap()
  await page.getByLabel('Amount (USD)').fill('70')
  await page.getByRole('button', { name: 'Close the panel' }).tap()
  await approve(await openWallet(page), { givenName: 'Ada', surname: 'Vance' })
  const thanks = page.getByRole('dialog', { name: 'Thank You!' })
  await thanks.waitFor()
  await page.touchscreen.tap(20, 20)
  await expect(thanks).toHaveCount(0)
  const row = page.locator('[data-own]').first()
  await expect(row).toBeFocused()
  await expect(row).toHaveCSS('outline-style', 'none')
})

test('on a phone the own place lies above the sheet, and its rank can be shared @phone-only', async ({
  page,
  server,
}) => {
  await makeLastOfMany(server.url)
  await enterSignedUp(page)
  await holdCelebrations(page)
  await approve(await openWallet(page), { givenName: 'Ada', surname: 'Vance' })
  const thanks = page.getByRole('dialog', { name: 'Thank You!' })
  await thanks.waitFor()
  await page.touchscreen.tap(20, 20)
  await expect(thanks).toHaveCount(0)
  const row = page.locator('[data-own]').first()
  await expect(row).toBeFocused()
  // Fails if something else lies over the button.
  await row.getByRole('button', { name: 'Share my rank' }).tap({ trial: true })

  await row.evaluate((element) => {
    const { bottom } = element.getBoundingClientRect()
    scrollBy({ top: bottom - innerHeight, behavior: 'instant' })
  })
  await expect(row).toBeInViewport({ ratio: 1 })
  await bar(page).getByRole('button', { name: 'Share my rank' }).tap({ trial: true })
})

test('after a payment without a name the donor reads how it gets onto the board @phone', async ({
  page,
}) => {
  await enterSignedUp(page)
  await approve(await openWallet(page), { givenName: '', surname: '' })
  const thanks = page.getByRole('dialog', { name: 'Thank You!' })
  await thanks.waitFor()
  const title = page.getByText('Only you see this: the payment came without a name')
  await title.waitFor()
  await page.keyboard.press('Escape')
  await expect(thanks).toHaveCount(0)
  const own = page.getByRole('region', { name: /the payment came without a name/ })
  await expect(own.getByRole('listitem')).toBeFocused()
  await own.getByRole('link', { name: 'Give it a name' }).click()
  await expect(page.getByRole('heading', { name: 'My donations' })).toBeVisible()
})
