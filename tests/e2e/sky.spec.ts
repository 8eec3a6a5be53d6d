import type { Page } from '@playwright/test'
import { expect, test } from '#tests/helpers/e2e.ts'
import { enter } from '#tests/helpers/visitor.ts'

/** A busy machine lets the stars rest for eight seconds. */
const PATIENCE = { timeout: 20_000 }

function skyOf(page: Page) {
  return page.locator('[aria-hidden] > canvas').first()
}

/** A canvas that a worker draws shows its picture to others only. */
function drawnOn(page: Page): Promise<string> {
  return skyOf(page).evaluate((sky) => {
    if (!(sky instanceof HTMLCanvasElement)) return ''
    const copy = document.createElement('canvas')
    copy.width = sky.width
    copy.height = sky.height
    copy.getContext('2d')?.drawImage(sky, 0, 0)
    return copy.toDataURL('image/webp', 0.9)
  })
}

test('stars move over the galaxy, and nobody has to press or hear them', async ({ page }) => {
  await enter(page)
  await skyOf(page).waitFor()
  const before = await drawnOn(page)
  await expect.poll(() => drawnOn(page), PATIENCE).not.toBe(before)
  await expect(skyOf(page)).toHaveCSS('pointer-events', 'none')
})

test('the stars vanish for who asks for less motion while they watch', async ({ page }) => {
  await enter(page)
  await expect(skyOf(page)).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(skyOf(page)).toBeHidden()
  const before = await drawnOn(page)
  await page.waitForTimeout(1_000)
  expect(await drawnOn(page)).toBe(before)
})
