import { prefersReducedMotion } from '#client/lib/reduced-motion.ts'
import { measureRemPx } from '#client/lib/rem.ts'
import { measureFreeHeightPx } from '#client/lib/window-foot.ts'
import {
  measurePodiumHeightPx,
  measureRowHeightPx,
  measureRowsTopPx,
  PODIUM_PLACES,
} from './row-height.ts'

/** Scrolls the page until that position of the list is in the middle of its free part. */
export function scrollToPosition(list: HTMLElement | null, position: number): void {
  if (list === null) return
  const { top, bottom } = measurePosition(list, position)
  scrollTo({
    top: scrollY + (top + bottom) / 2 - measureFreeHeightPx() / 2,
    behavior: prefersReducedMotion() ? 'auto' : 'smooth',
  })
}

/** The room that a celebration's words should have below its donation, and the least of it, rem. */
const WORDS_REM = { wanted: 27, least: 21.5 }

/** The room that the words need besides where a donation may win crowns, rem. */
const CROWNS_REM = 8

/** The height at the window's top that the closing button takes, rem. */
const CLOSE_REM = 3.5

/**
 * Scrolls at once, and only if that position of the list is not in view already, clear of the window's
 * top and with room for a celebration's words below it: what happens there must not begin while the
 * page is moving, nor leave half of the window empty.
 */
export function bringPositionIntoView(
  list: HTMLElement | null,
  position: number,
  { crowns }: { crowns: boolean },
): void {
  if (list === null) return
  const { top, bottom } = measurePosition(list, position)
  const height = bottom - top
  const rem = measureRemPx()
  const crownsRem = crowns ? CROWNS_REM : 0
  const lowest = innerHeight - (WORDS_REM.wanted + crownsRem) * rem
  const room = innerHeight - (WORDS_REM.least + crownsRem) * rem - height
  const highest = Math.max(rem, Math.min(CLOSE_REM * rem, room))
  const wanted = Math.max(highest, Math.min(innerHeight / 2, lowest) - height)
  if (top >= wanted / 2 && bottom <= lowest) return
  scrollTo({ top: scrollY + top - wanted, behavior: 'instant' })
}

/** Measures where a position is in the window; for a place, where the podium is. */
function measurePosition(list: HTMLElement, position: number): { top: number; bottom: number } {
  const { top } = list.getBoundingClientRect()
  const podiumBottom = top + measurePodiumHeightPx(list)
  if (position <= PODIUM_PLACES) return { top, bottom: podiumBottom }
  const bottom = top + measureRowsTopPx(list) + (position - PODIUM_PLACES) * measureRowHeightPx()
  return { top: bottom - measureRowHeightPx(), bottom }
}
