import { expect, test } from '../helpers/browser/live-board.ts'
import { waitForMotion } from '../helpers/browser/row-motion.ts'
import { OVERTAKE_BOARD, OVERTAKES } from '../helpers/live/overtakes.ts'

/** The number of overtakes that are watched; `scripts/film.ts` shows all. */
const WATCHED = 5

declare global {
  var overtakeBreaches: Set<string>
}

/** Runs in the page: records, at each frame, what covers the panel and which place has no sun. */
function watchFrames(): void {
  globalThis.overtakeBreaches = new Set()
  const rectOf = (element: Element) => element.getBoundingClientRect()
  const places = [...document.querySelectorAll('[data-place]:not([data-still])')].map((place) => ({
    place: place.getAttribute('data-place'),
    sun: rectOf(place.querySelector('[data-body]') ?? place),
  }))
  const panel = document.querySelector('aside[aria-label="Donate"]')
  requestAnimationFrame(function watch() {
    const suns = [...document.querySelectorAll('[data-place] > span')].map(rectOf)
    for (const { place, sun } of places) {
      const isThere = ({ left, top, width }: DOMRect) =>
        width === sun.width && Math.hypot(left - sun.left, top - sun.top) < sun.width / 2
      if (!suns.some(isThere)) globalThis.overtakeBreaches.add(`#${place} is empty`)
    }
    if (panel === null) globalThis.overtakeBreaches.add('there is no panel')
    else
      for (const row of document.querySelectorAll('[data-donation], [data-donation] [data-body]'))
        if (rectOf(row).right > rectOf(panel).left + 1)
          globalThis.overtakeBreaches.add(`${row.textContent} covers the panel`)
    requestAnimationFrame(watch)
  })
}

test('nothing covers the panel, and no place is empty, while donors overtake', async ({
  openLiveBoard,
}) => {
  const { page, live } = await openLiveBoard({
    who: 'donor',
    hasMotion: true,
    donations: OVERTAKE_BOARD,
    viewport: { width: 1440, height: 900 },
  })
  await page.getByRole('heading', { name: 'Claim your place' }).waitFor()
  await page.evaluate(watchFrames)
  for (const { changes } of OVERTAKES.slice(0, WATCHED)) {
    await live.change(...changes)
    const { amountCents, id } = changes[0] ?? { amountCents: 0, id: '' }
    await expect(page.locator(`[data-donation="${id}"]`)).toHaveCount(amountCents === 0 ? 0 : 1)
    await waitForMotion(page, false)
  }
  expect(await page.evaluate(() => [...globalThis.overtakeBreaches])).toEqual([])
  expect(await page.evaluate(() => scrollY)).toBe(0)
})
