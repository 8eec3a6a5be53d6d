import type { Locator, Page } from '@playwright/test'

/** The celebration of the donor's own payment. */
export function findCelebration(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Thank You!' })
}

/**
 * Keeps each coming celebration from ending by itself, as the keyboard's focus on one of its actions
 * does. The page itself moves the focus: a test on a busy machine may come after the five seconds.
 */
export async function holdCelebrations(page: Page): Promise<void> {
  await page.evaluate(() => {
    const held = new WeakSet<Element>()
    const hold = () => {
      const dialog = document.querySelector('dialog[aria-labelledby="celebration-title"]')
      const share = [...(dialog?.querySelectorAll('button') ?? [])].find(
        ({ textContent }) => textContent.trim() === 'Share my rank',
      )
      if (share === undefined || held.has(share)) return
      held.add(share)
      // Opening moves the focus, too.
      setTimeout(() => share.focus({ focusVisible: true }))
    }
    new MutationObserver(hold).observe(document, { childList: true, subtree: true })
  })
}
