import { useEffect, useState } from 'react'
import { findBody, findOwnBar, findRow } from '#client/lib/board-marks.ts'

/** Where in the viewport a donation is seen, in CSS pixels. */
export interface Place {
  left: number
  top: number
  width: number
  height: number
  /** The middle of the donor's body in the galaxy; of the whole where there is none. */
  body: Point
}

export interface Point {
  x: number
  y: number
}

export interface Sighting {
  /** Undefined while the donation is nowhere to be seen. */
  place: Place | undefined
  /** Whether it has come to rest there, or was waited for long enough. */
  isSettled: boolean
}

const LOOK_MS = 80
/** Mostly a row has glided to its place, and the page to the row, by then. */
const PATIENCE_MS = 640

/**
 * Follows a donation on the board behind the celebration: its row or its place on the podium, else
 * the bar that stands for it.
 */
export function usePlace(donationId: string | null): Sighting {
  const [sighting, setSighting] = useState<Sighting>({ place: undefined, isSettled: false })

  useEffect(() => {
    const startedAt = performance.now()
    let last: Place | undefined
    const looks = setInterval(() => {
      const place = findPlace(donationId)
      const isStill = isNear(place, last)
      const isLate = performance.now() - startedAt >= PATIENCE_MS
      last = place
      setSighting((seen) => lookAgain(seen, { place, isStill, isLate }))
    }, LOOK_MS)
    return () => clearInterval(looks)
  }, [donationId])

  return sighting
}

interface Look {
  place: Place | undefined
  isStill: boolean
  isLate: boolean
}

/** What moves is followed when it rests again, so that the light does not run after it. */
function lookAgain(seen: Sighting, { place, isStill, isLate }: Look): Sighting {
  if (isStill) return seen.isSettled && isNear(seen.place, place) ? seen : settle(place)
  if (!seen.isSettled) return isLate ? settle(place) : seen
  const isGone = place === undefined && seen.place !== undefined
  return isGone ? settle(undefined) : seen
}

const settle = (place: Place | undefined): Sighting => ({ place, isSettled: true })

/** Returns where a donation, or what stands for it, is seen; undefined where it is not. */
export function findPlace(donationId: string | null): Place | undefined {
  const row = donationId === null ? undefined : findRow(donationId)
  return findOnScreen(row) ?? findOnScreen(findOwnBar())
}

function findOnScreen(element: Element | undefined): Place | undefined {
  if (element === undefined) return undefined
  const { left, top, width, height } = element.getBoundingClientRect()
  const middle = top + height / 2
  const isOnScreen = height > 0 && middle > 0 && middle < innerHeight
  if (!isOnScreen) return undefined
  const body = findMiddle(findBody(element) ?? element)
  return { left, top, width, height, body }
}

function findMiddle(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

function isNear(one: Place | undefined, other: Place | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return Math.abs(one.top - other.top) + Math.abs(one.left - other.left) < 2
}
