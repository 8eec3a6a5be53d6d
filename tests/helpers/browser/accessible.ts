import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

const MODAL = 'dialog:modal'

/**
 * Expects no violation of axe's rules. While a modal dialog is open, only that is checked: the page
 * behind it is inert, and is checked without the dialog. Returns the selectors of the texts for
 * whose contrast axe gives no result.
 */
export async function expectAccessible(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // Without the mode, each analysis opens a second page to collect results of other frames.
    .setLegacyMode(true)
    .options({ resultTypes: ['violations', 'incomplete'] })
    .withTags(RULES)
  if ((await page.locator(MODAL).count()) > 0) axe.include(MODAL)
  const { violations, incomplete } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
  }))
  expect(found).toEqual([])
  return incomplete
    .filter(({ id }) => id === 'color-contrast')
    .flatMap(({ nodes }) => nodes.flatMap(({ target }) => target.map(String)))
}
