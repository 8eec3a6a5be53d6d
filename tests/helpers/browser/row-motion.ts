import type { Page } from '@playwright/test'

/** Waits until a row moves, or until none does any more; what follows scrolling is no motion. */
export async function waitForMotion(page: Page, isMoving: boolean): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      document
        .getAnimations()
        .some(
          ({ effect, timeline }) =>
            timeline === document.timeline && effect?.getTiming().iterations === 1,
        ) === wanted,
    isMoving,
  )
}
