import type { Locator, Page } from '@playwright/test'

/** The celebration of the donor's own payment. */
export function findCelebration(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Thank You!' })
}

/**
 * Keeps each coming celebration from ending by itself, as the keyboard's focus on one of its actions
 * does.
 */
export async function holdCelebrations(page: Page): Promise<void> {
  await actOnShareButtons(page, 'focus')
}

/** Presses 'Share my rank' in each coming celebration. */
export async function shareCelebrations(page: Page): Promise<void> {
  await actOnShareButtons(page, 'press')
}

/**
 * Has the page itself focus or press the share button of each coming celebration: a test on a busy
 * machine may come after the five seconds.
 */
async function actOnShareButtons(page: Page, action: 'focus' | 'press'): Promise<void> {
  await page.evaluate((asked) => {
    const used = new WeakSet<Element>()
    const use = () => {
      const dialog = document.querySelector('dialog[aria-labelledby="celebration-title"]')
      const share = [...(dialog?.querySelectorAll('button') ?? [])].find(
        ({ textContent }) => textContent.trim() === 'Share my rank',
      )
      if (share === undefined || used.has(share)) return
      used.add(share)
      // Opening moves the focus, too.
      setTimeout(() => (asked === 'press' ? share.click() : share.focus({ focusVisible: true })))
    }
    new MutationObserver(use).observe(document, { childList: true, subtree: true })
  }, action)
}
