import type { Page } from '@playwright/test'
import { expect, test } from '../helpers/browser/live-board.ts'

const NAME = 'Llanfairpwllgwyngyllgogerychwyrndrobwll'

const THREE_DAYS_MS = 3 * 24 * 3_600_000

/** Six donations of one amount. */
const TIED = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({
  id,
  amountCents: 1_000,
  name: NAME,
  timestamp: Date.now() - THREE_DAYS_MS,
}))

const SMALL = { width: 320, height: 568 }

/** Returns the box of a text's last occurrence in an element, and where the element ends. */
function measureText(page: Page, within: string, text: string) {
  return page.locator(within).evaluate((element, text) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const nodes: Node[] = []
    while (walker.nextNode()) nodes.push(walker.currentNode)
    const node = nodes.findLast(({ textContent }) => textContent?.includes(text))
    if (!node) throw new Error(`${text} is missing.`)
    const range = document.createRange()
    range.selectNodeContents(node)
    const { left, right, top } = range.getBoundingClientRect()
    return { left, right, top, end: element.getBoundingClientRect().right }
  }, text)
}

test('beside a long position a tie begins the line below the time', async ({ openLiveBoard }) => {
  const { page } = await openLiveBoard({ who: 'visitor', donations: TIED, viewport: SMALL })
  const row = 'li[value="5"]'
  await expect(async () => {
    const before = await measureText(page, row, 'tied')
    const time = await measureText(page, row, 'ago')
    expect(before.left).toBeGreaterThan(time.right)
  }).toPass()

  await page.locator('ol').evaluate((list) => {
    list.parentElement?.style.setProperty('--position-width', '3.375rem')
  })
  // Rows are laid out anew with the next frame.
  await expect
    .poll(async () => {
      const tie = await measureText(page, row, 'tied')
      const above = await measureText(page, row, 'ago')
      return tie.top - above.top
    })
    .toBeGreaterThan(8)
  expect(await page.locator(`${row} time`).evaluate((e) => e.getClientRects().length)).toBe(1)
  const tie = await measureText(page, row, 'tied')
  const above = await measureText(page, row, 'ago')
  expect(Math.abs(tie.left - above.left)).toBeLessThan(2)
})

test('a row with room at its end says there that it is tied, and not twice', async ({
  openLiveBoard,
}) => {
  const viewport = { width: 820, height: 1180 }
  const { page } = await openLiveBoard({ who: 'visitor', donations: TIED, viewport })
  const row = page.locator('li[value="5"]')
  const end = row.locator('[data-behind]')
  expect(await end.evaluate((light) => getComputedStyle(light, '::after').content)).toBe('"tied"')
  await expect(row.locator('[data-tie]')).toHaveCSS('clip-path', 'inset(50%)')
  await page.setViewportSize(SMALL)
  await expect(row.locator('[data-tie]')).toHaveCSS('clip-path', 'none')
})

test('the latest amount is in sight after a long name', async ({ openLiveBoard }) => {
  const { page } = await openLiveBoard({ who: 'visitor', donations: TIED, viewport: SMALL })
  await expect(async () => {
    const amount = await measureText(page, 'section p:has(bdi)', '$10.00')
    expect(amount.right).toBeLessThanOrEqual(amount.end)
  }).toPass()
})

test('the panel of a wide board ends with its last row', async ({ openLiveBoard }) => {
  const viewport = { width: 1440, height: 900 }
  const { page } = await openLiveBoard({ who: 'visitor', donations: TIED, viewport })
  const measureRoom = () =>
    page.locator('section > div:has(> header)').evaluate((panel) => {
      const { top, height } = getComputedStyle(panel, '::before')
      const end = panel.getBoundingClientRect().top + parseFloat(top) + parseFloat(height)
      const row = panel.querySelector('li[value="6"]')
      return end - (row?.getBoundingClientRect().bottom ?? 0)
    })
  await expect(async () => {
    const room = await measureRoom()
    expect(room).toBeGreaterThan(8)
    expect(room).toBeLessThan(20)
  }).toPass()
})
