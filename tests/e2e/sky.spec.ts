import type { Page } from '@playwright/test'
import { readCanvas } from '../helpers/browser/canvas.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { enter } from '../helpers/browser/visitor.ts'

test.use({ reducedMotion: 'no-preference' })

function skyOf(page: Page) {
  return page.locator('[aria-hidden] > canvas').first()
}

test('stars move over the galaxy, and nobody has to press or hear them', async ({ page }) => {
  await enter(page)
  await skyOf(page).waitFor()
  const before = await readCanvas(skyOf(page))
  await expect.poll(() => readCanvas(skyOf(page))).not.toBe(before)
  await expect(skyOf(page)).toHaveCSS('pointer-events', 'none')
})

test('the stars vanish for who asks for less motion while they watch', async ({ page }) => {
  await enter(page)
  await expect(skyOf(page)).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(skyOf(page)).toBeHidden()
  // A frame that the worker has already drawn may still arrive.
  await expect(async () => {
    const before = await readCanvas(skyOf(page))
    await page.waitForTimeout(1_000)
    expect(await readCanvas(skyOf(page))).toBe(before)
  }).toPass()
})
