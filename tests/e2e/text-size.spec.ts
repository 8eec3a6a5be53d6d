import type { Page } from '@playwright/test'
import { doubleText } from '../helpers/browser/double-text.ts'
import { expect, test } from '../helpers/browser/live-board.ts'
import { findCutContent } from '../helpers/browser/page-rules.ts'

const DONATIONS = [50_000, 32_500, 24_800, 19_900, 17_400].map((amountCents, index) => ({
  id: `d${index}`,
  amountCents,
}))

for (const who of ['visitor', 'donor'] as const) {
  test(`text of twice the size fits on a phone: ${who}`, async ({ openLiveBoard }) => {
    const viewport = { width: 390, height: 844 }
    const { page } = await openLiveBoard({ who, donations: DONATIONS, viewport })
    if (who === 'donor') await page.getByRole('button', { name: 'Donate with Stripe' }).waitFor()
    await doubleText(page)
    await expect.poll(() => findCutContent(page)).toEqual([])
    await expect.poll(() => findCutRows(page)).toEqual([])
  })
}

for (const width of [320, 390]) {
  test(`text of twice the size leaves the amount to be read on ${width} px`, async ({
    openLiveBoard,
  }) => {
    const viewport = { width, height: 844 }
    const { page } = await openLiveBoard({ who: 'donor', donations: DONATIONS, viewport })
    await page.getByRole('button', { name: 'Donate with Stripe' }).waitFor()
    await doubleText(page)
    const field = page.getByLabel('Amount (USD)')
    for (const amount of ['5.00', '2500.01', '10000.00']) {
      await field.fill(amount)
      const cutPx = () => field.evaluate((input) => input.scrollWidth - input.clientWidth)
      await expect.poll(cutPx, amount).toBeLessThanOrEqual(0)
    }
  })

  test(`text of twice the size lets the disclaimer scroll down alone on ${width} px`, async ({
    openLiveBoard,
  }) => {
    const viewport = { width, height: 844 }
    const { page } = await openLiveBoard({ who: 'visitor', donations: DONATIONS, viewport })
    await doubleText(page)
    await page.context().clearCookies()
    await page.reload()
    const gate = page.getByRole('dialog', { name: 'Disclaimer' })
    await expect(gate).toBeVisible()
    const beyondPx = () => gate.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)
    await expect.poll(beyondPx).toBeLessThanOrEqual(0)
    const countLines = () =>
      gate.getByRole('button').evaluate((button) => {
        const words = document.createRange()
        words.selectNodeContents(button)
        return new Set(Array.from(words.getClientRects(), ({ top }) => top)).size
      })
    await expect.poll(countLines).toBe(1)
  })
}

test('on the smallest phones the logo stands beside the log-in', async ({ openLiveBoard }) => {
  const viewport = { width: 320, height: 568 }
  const { page } = await openLiveBoard({ who: 'visitor', donations: DONATIONS, viewport })
  const header = page.getByRole('banner')
  const logo = await header.getByRole('img', { name: 'Donation Royale' }).boundingBox()
  const logIn = await header.getByRole('button', { name: 'Login / Sign up' }).boundingBox()
  const middle = (logo?.y ?? NaN) + (logo?.height ?? NaN) / 2
  expect(middle).toBeGreaterThan(logIn?.y ?? NaN)
  expect(middle).toBeLessThan((logIn?.y ?? NaN) + (logIn?.height ?? NaN))
})

/** Finds rows of the board that do not show all of their name and amount. */
function findCutRows(page: Page): Promise<string[]> {
  return page.locator('li[data-donation]').evaluateAll((rows) =>
    rows.flatMap((row) => {
      // The content of a row out of sight is skipped, and keeps the sizes of an earlier layout.
      row.scrollIntoView({ block: 'center' })
      const frame = row.getBoundingClientRect()
      const texts = [...row.querySelectorAll('bdi, span')].filter(
        ({ tagName, textContent }) => tagName === 'BDI' || textContent.startsWith('$'),
      )
      const isCut = texts.some((text) => {
        const { top, right, bottom } = text.getBoundingClientRect()
        const isBeyond = top < frame.top || right > frame.right || bottom > frame.bottom
        return isBeyond || text.scrollWidth > text.clientWidth
      })
      return isCut ? row.textContent : []
    }),
  )
}
