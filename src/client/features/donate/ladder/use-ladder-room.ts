import { useLayoutEffect, useState, type RefObject } from 'react'
import { measureRemPx } from '#client/lib/rem.ts'
import { MAX_RUNGS } from './rungs.ts'

/** The heights of a rung and of the own place, and of an open sheet's fade at its foot, rem. */
const RUNG_REM = 2.75
const OWN_REM = 2.25
const FADE_REM = 0.875

/** The elements whose heights decide how many rungs have room. */
interface Parts {
  /** Holds the ladder. */
  box: HTMLElement
  /** Holds all that is asked before paying, the ladder among it. */
  steps: HTMLElement
  /** Holds the ways to pay, below the steps. */
  foot: HTMLElement
  panel: HTMLElement
}

/**
 * Returns how many rungs of the ladder in a box are seen whole above the ways to pay: 0 leaves the
 * own place alone, and a negative number not even that. It follows the window, all that stands above
 * and below, and the page as it scrolls: a panel that moves up has room for more.
 */
export function useLadderRoom(box: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(MAX_RUNGS)

  useLayoutEffect(() => {
    const parts = findParts(box.current)
    if (parts === undefined) return
    let footPx: number | undefined
    const update = () => {
      const { offsetHeight } = parts.foot
      // All of the panel is styled again even if this stays the same.
      if (offsetHeight !== footPx) {
        parts.panel.style.setProperty('--foot-height', `${offsetHeight}px`)
        footPx = offsetHeight
      }
      setRoom(measureRoom(parts))
    }
    update()
    const observer = new ResizeObserver(update)
    for (const part of [parts.panel, parts.steps, parts.foot, document.body]) observer.observe(part)
    addEventListener('resize', update)
    addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('resize', update)
      removeEventListener('scroll', update)
    }
  }, [box])

  return room
}

function findParts(box: HTMLElement | null): Parts | undefined {
  const steps = box?.closest<HTMLElement>('[data-steps]')
  const panel = steps?.parentElement
  const foot = steps?.nextElementSibling
  if (!box || !steps || !panel || !(foot instanceof HTMLElement)) return undefined
  return { box, steps, foot, panel }
}

function measureRoom(parts: Parts): number {
  const { foot, panel } = parts
  const { open } = panel.dataset
  if (open === 'true') return countInSheet(parts)
  const isStuck = open === undefined && getComputedStyle(foot).position === 'sticky'
  return isStuck ? countInPage(parts) : MAX_RUNGS
}

/** Counts the rungs that leave all of the panel down to the ways to pay above the window's foot. */
function countInPage({ box, steps, foot, panel }: Parts): number {
  const gap = readPx(box.parentElement, 'rowGap')
  const { bottom = 0 } = steps.lastElementChild?.getBoundingClientRect() ?? {}
  const above = bottom - (box.offsetHeight === 0 ? 0 : box.offsetHeight + gap)
  const below = readPx(panel, 'rowGap') + readPx(foot, 'marginBlockStart') + foot.offsetHeight
  return countRungs(innerHeight - above - below - gap)
}

/**
 * Counts the rungs above an open sheet's foot; without room for the own place, all are below it. Two
 * rungs make way for all that is asked, or one for the choice of a name, if that is in sight then.
 */
function countInSheet({ box, steps, panel }: Parts): number {
  const others = panel.offsetHeight - steps.clientHeight
  const { top, bottom } = box.getBoundingClientRect()
  const above = top - steps.getBoundingClientRect().top + steps.scrollTop
  const fade = FADE_REM * measureRemPx()
  const free = readPx(panel, 'maxBlockSize') - others - above - fade
  const rungs = countRungs(free)
  if (rungs < 0) return MAX_RUNGS
  const countAbove = (last: Element | null, room: number) =>
    last === null ? -1 : countRungs(room - (last.getBoundingClientRect().bottom - bottom))
  // Nothing fades at the end of what is asked.
  const withAll = countAbove(steps.lastElementChild, free + fade - readPx(steps, 'paddingBlockEnd'))
  if (withAll >= Math.max(1, rungs - 2)) return withAll
  const withName = countAbove(steps.querySelector('[data-name-choice]'), free)
  return withName >= Math.max(1, rungs - 1) ? withName : rungs
}

/** Counts the rungs that have room in a height, px, together with the own place. */
function countRungs(free: number): number {
  const rem = measureRemPx()
  const rungs = Math.floor((free / rem - OWN_REM) / RUNG_REM)
  return Math.max(-1, Math.min(MAX_RUNGS, rungs))
}

function readPx(
  element: Element | null,
  property: 'rowGap' | 'marginBlockStart' | 'maxBlockSize' | 'paddingBlockEnd',
): number {
  return element === null ? 0 : Number.parseFloat(getComputedStyle(element)[property]) || 0
}
