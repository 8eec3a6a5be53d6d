import type { Page } from '@playwright/test'
import { expect, test } from '../helpers/browser/e2e.ts'
import { enterSignedUp } from '../helpers/browser/visitor.ts'
import { signUp } from '../helpers/server/donor.ts'

const strip = (page: Page) => page.locator('p', { hasText: /takes #1 with/ })

/** Returns what lies over the words, and which texts of the board their upper edge cuts. */
function findFaults(words: HTMLElement): string[] {
  // What lets a press through is hit, too.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('[data-cuts], [data-strip], [data-strip] + p { pointer-events: auto; }')
  document.adoptedStyleSheets.push(sheet)
  const { top } = words.getBoundingClientRect()
  const hit = ({ left, width }: DOMRect, y: number) =>
    document.elementFromPoint(left + width / 2, y)
  const covers = [...words.children]
    .map((child) => child.getBoundingClientRect())
    .map((box) => hit(box, box.top + box.height / 2))
    .filter((element) => !words.contains(element))
    .map((element) => `${element?.className} lies over the words`)
  const lines = [...document.querySelectorAll<HTMLElement>('ol [data-donation] :not([data-body])')]
    .filter((line) => line.childElementCount === 0 && line.innerText !== '')
    .filter((line) => line.checkVisibility({ opacityProperty: true }))
  const cut = lines.filter((line) => {
    const box = line.getBoundingClientRect()
    if (box.top > top - 3 || box.bottom < top + 3) return false
    const seen = hit(box, (box.top + top) / 2)
    return seen !== null && (line.contains(seen) || seen.contains(line))
  })
  document.adoptedStyleSheets.pop()
  return [...covers, ...cut.map(({ innerText }) => `'${innerText}' is cut`)]
}

for (const [width, height] of [
  [390, 844],
  [390, 740],
  [320, 568],
] as const) {
  test(`a new leader is told upon whole rows alone, ${width} × ${height} @phone-only`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height })
    const donor = await signUp(server.url)
    // More than any size before.
    let amountCents = 900_000 - width * height
    const lead = async () => {
      amountCents += 100
      await donor.fetchCheckout(await donor.payByCard(amountCents, 'Nova Vance'))
    }
    for (let count = 0; count < 12; count += 1) await lead()
    await enterSignedUp(page)
    await expect(page.locator('[data-open="false"]')).toBeAttached()
    const faults: string[] = []
    for (const scroll of [0, 25, 210]) {
      // The words are gone after some seconds: a slow machine may look too late.
      await expect(async () => {
        await expect(strip(page)).toHaveCount(0)
        await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), scroll)
        await lead()
        await strip(page).waitFor({ timeout: 20_000 })
        // Until the rows have come to rest.
        await page.waitForTimeout(1_200)
        const found = await strip(page).evaluate(findFaults, undefined, { timeout: 1_000 })
        faults.push(...found.map((fault) => `scrolled by ${scroll}: ${fault}`))
      }).toPass()
    }
    expect(faults).toEqual([])
  })
}
