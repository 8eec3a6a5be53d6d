import type { BrowserContext, Locator, Page } from '@playwright/test'

/** The celebration of the donor's own payment. */
export function findCelebration(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Thank You!' })
}

/**
 * Keeps each coming celebration of the open document from ending by itself, as the keyboard's focus on
 * one of its actions does.
 */
export async function holdCelebrations(page: Page): Promise<void> {
  await page.evaluate(actOnShareButtons, 'focus')
}

/** The same for all documents that are opened from now on, such as after the card page. */
export async function holdAllCelebrations(target: BrowserContext | Page): Promise<void> {
  await target.addInitScript(actOnShareButtons, 'focus')
}

/** Presses 'Share my rank' in each coming celebration. */
export async function shareCelebrations(page: Page): Promise<void> {
  await page.evaluate(actOnShareButtons, 'press')
}

/**
 * Runs in the page, which itself focuses or presses the share button of each coming celebration: a
 * test on a busy machine may come after the five seconds.
 */
function actOnShareButtons(asked: string): void {
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
}

/**
 * Has the page note the words at the window's edge, such as of a new leader, which are gone after some
 * seconds. Returns a function that returns those so far.
 */
export async function noteFlares(page: Page): Promise<() => Promise<string[]>> {
  const notes = await page.evaluateHandle(() => {
    const texts: string[] = []
    new MutationObserver(() => {
      const words = document.querySelector('[data-strip] + p')
      if (words === null || !words.checkVisibility()) return
      if (words.textContent !== texts.at(-1)) texts.push(words.textContent)
    }).observe(document.body, { childList: true, subtree: true })
    return texts
  })
  return () => notes.jsonValue()
}
