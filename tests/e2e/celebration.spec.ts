import type { Locator, Page } from '@playwright/test'
import { signUp } from '../helpers/server/donor.ts'
import { readCanvas } from '../helpers/browser/canvas.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import {
  approve,
  chooseAmount,
  enter,
  enterSignedUp,
  openWallet,
} from '../helpers/browser/visitor.ts'

test.use({ reducedMotion: 'no-preference' })

const thanks = (page: Page) => page.getByRole('dialog', { name: 'Thank You!' })
const leader = (page: Page) => page.locator('p', { hasText: /takes #1 with/ })

/** Pays by the wallet, and waits for the celebration. */
async function pay(page: Page, amount: string, givenName: string): Promise<void> {
  await chooseAmount(page, amount)
  await approve(await openWallet(page), { givenName, surname: 'Vance' })
  await thanks(page).waitFor()
}

/** Fills a board, so that a high place costs something. */
async function fillBoard(url: string): Promise<void> {
  const donor = await signUp(url)
  for (let rank = 0; rank < 11; rank += 1) {
    await donor.fetchCheckout(await donor.payByCard(3_000 + rank * 100, 'Orion Kell'))
  }
}

async function expectMotion(canvas: Locator): Promise<void> {
  const before = await readCanvas(canvas)
  await expect.poll(() => readCanvas(canvas)).not.toBe(before)
}

test('a celebration says what was achieved, over the board on which it is seen @phone', async ({
  page,
  server,
}) => {
  await fillBoard(server.url)
  await enterSignedUp(page)
  await pay(page, '5.00', 'Ada')
  await expect(thanks(page)).toContainText('Ada, welcome to the Royale!')
  await expect(thanks(page)).toContainText(/You (passed (one other|\d+) and )?stand at #1\d/)
  await expect(page.locator('[data-own]').first()).toBeInViewport()

  await page.keyboard.press('Escape')
  await expect(thanks(page)).toHaveCount(0)
  await expect(page.locator('[data-own]').first()).toBeFocused()

  await pay(page, '36.50', 'Ada')
  await expect(thanks(page)).toContainText(/You climbed \d places, from #1\d to #\d/)
  await page.mouse.click(20, 20)
  await expect(thanks(page)).toHaveCount(0)

  await pay(page, '700.00', 'Ada')
  // Read at once and together: the celebration ends by itself.
  await Promise.all([
    expect(thanks(page)).toHaveAccessibleDescription(
      /^Ada, welcome back to the Royale! You climbed .+ to #1\. The galaxy turns around you\.$/,
    ),
    expectMotion(thanks(page).locator('canvas')),
  ])
  await expect(thanks(page)).toHaveCount(0)
})

test('who prefers less motion is thanked by a card that stands still @phone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterSignedUp(page)
  await pay(page, '710.00', 'Lyra')
  await expect(thanks(page)).toContainText('Lyra, welcome to the Royale!')
  await expect(thanks(page).locator('canvas')).toBeHidden()
  await page.waitForTimeout(1_000)
  const moving = await thanks(page).evaluate((dialog) =>
    dialog.getAnimations({ subtree: true }).filter(({ playState }) => playState === 'running'),
  )
  expect(moving).toEqual([])
  await page.waitForTimeout(2_500)
  await expect(thanks(page)).toBeVisible()
  await expect(thanks(page)).toHaveCount(0)
})

test('everybody watching sees who takes #1, unless they are at something else @phone', async ({
  page,
  server,
}) => {
  const donor = await signUp(server.url)
  await enter(page)
  await donor.fetchCheckout(await donor.payByCard(80_000, 'Nova Vance'))
  await expect(leader(page)).toHaveText(/Nova\s*takes #1 with \$800\.00/)
  await expect(leader(page)).toHaveCount(0)

  await page.getByText('Login / Sign up').click()
  await page.getByRole('dialog').waitFor()
  await donor.fetchCheckout(await donor.payByCard(81_000, 'Lyra Moreau'))
  await expect(page.locator('ol').getByText('$810.00')).toBeAttached()
  await page.waitForTimeout(1_000)
  await expect(leader(page)).toHaveCount(0)
})

test('a donor is celebrated for #1, and not told of themselves besides', async ({ page }) => {
  await enterSignedUp(page)
  await pay(page, '900.00', 'Mira')
  await page.waitForTimeout(1_000)
  await expect(leader(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(thanks(page)).toHaveCount(0)
  await expect(leader(page)).toHaveCount(0)
})

test('the rank can be shared meanwhile, and the celebration waits for that', async ({ page }) => {
  await page.addInitScript(() => {
    const share = () => new Promise((resolve) => addEventListener('sheet-closed', resolve))
    Object.assign(navigator, { share })
  })
  await enterSignedUp(page)
  await pay(page, '6.00', 'Jun')
  await thanks(page).getByRole('button', { name: 'Share my rank' }).click()
  await page.waitForTimeout(6_000)
  await expect(thanks(page)).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('sheet-closed')))
  await expect(thanks(page)).toHaveCount(0)
})
