import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

const MODAL = 'dialog:modal'

/** The code to put into a page that has axe. */
const NOTHING = 'undefined'

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

/**
 * Expects no violation of axe's rules. While a modal dialog is open, only that is checked: the page
 * behind it is inert, and is checked without the dialog. Returns the selectors of the texts for
 * whose contrast axe gives no result.
 */
export async function expectAccessible(page: Page): Promise<string[]> {
  const axe = (await buildAxe(page)).withTags(RULES)
  if ((await page.locator(MODAL).count()) > 0) axe.include(MODAL)
  const { violations, incomplete } = await axe.analyze()
  expect(describe(await withoutCovered(page, violations))).toEqual([])
  return incomplete
    .filter(({ id }) => id === 'color-contrast')
    .flatMap(({ nodes }) => nodes.flatMap(({ target }) => target.map(String)))
}

async function buildAxe(page: Page): Promise<AxeBuilder> {
  return (
    new AxeBuilder({ page, ...((await hasAxe(page)) && { axeSource: NOTHING }) })
      // Without the mode, each analysis opens a second page to collect results of other frames.
      .setLegacyMode(true)
      .options({ resultTypes: ['violations', 'incomplete'] })
  )
}

/** Returns whether an earlier analysis has put axe, a megabyte of code, into all frames. */
async function hasAxe(page: Page): Promise<boolean> {
  const found = await Promise.all(
    page.frames().map((frame) => frame.evaluate(() => 'axe' in globalThis)),
  )
  return found.every(Boolean)
}

/** Leaves out targets that only a bar covers in part: they are judged where one scrolls them to. */
async function withoutCovered(page: Page, violations: readonly Violation[]): Promise<Violation[]> {
  const kept: Violation[] = []
  for (const violation of violations) {
    const selectors = violation.nodes.flatMap(({ target }) => target.map(String))
    const isOfSize = violation.id === 'target-size'
    if (!isOfSize || (await isTooSmallInSight(page, selectors))) kept.push(violation)
  }
  return kept
}

async function isTooSmallInSight(page: Page, selectors: readonly string[]): Promise<boolean> {
  const scrolled = await page.evaluate(() => scrollY)
  try {
    for (const selector of selectors) {
      await page
        .locator(selector)
        .evaluate((target) => target.scrollIntoView({ block: 'center', behavior: 'instant' }))
      const axe = (await buildAxe(page)).include(selector).withRules(['target-size'])
      const { violations } = await axe.analyze()
      if (violations.length > 0) return true
    }
    return false
  } finally {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), scrolled)
  }
}

function describe(violations: readonly Violation[]) {
  return violations.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
  }))
}
