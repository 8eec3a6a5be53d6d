import { expect, type Locator, type Page } from '@playwright/test'

/** The celebration of the donor's own payment. */
export function findCelebration(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Thank You!' })
}

/**
 * Waits for the celebration, and keeps it from ending by itself: the keyboard's focus on one of its
 * actions holds it.
 */
export async function holdCelebration(page: Page): Promise<void> {
  const celebration = findCelebration(page)
  await celebration.waitFor()
  const share = celebration.getByRole('button', { name: 'Share my rank' })
  await expect(async () => {
    await page.keyboard.press('Tab')
    expect(await share.evaluate((button) => button.matches(':focus-visible'))).toBe(true)
  }).toPass({ intervals: [0] })
}
