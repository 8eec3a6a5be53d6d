import { useEffect, useState } from 'react'
import { findBody, findOwnBar, findRow } from '#client/lib/board-marks.ts'
import { measureMovement } from '#client/lib/movement.ts'
import { measureFreeHeightPx } from '#client/lib/window-foot.ts'

/** The rectangle of a donation in the viewport, in CSS pixels. */
export interface DonationRect {
  left: number
  top: number
  width: number
  height: number
  /** The centre of the donor's planet or sun; of the whole rectangle if there is none. */
  bodyCenter: Point
}

export interface Point {
  x: number
  y: number
}

export interface TrackedRect {
  /** Undefined while the donation is not on the screen. */
  rect: DonationRect | undefined
  /** True once the donation has stopped moving, or was waited for long enough. */
  isStable: boolean
}

const MEASURE_INTERVAL_MS = 80
/** The longest wait for a moving row, ms; by then it has usually come to rest. */
const MAX_WAIT_MS = 640

/**
 * Tracks a donation on the board behind the celebration: its row or its place on the podium, else
 * the bar that stands for it.
 */
export function useDonationRect(donationId: string | null): TrackedRect {
  const [tracked, setTracked] = useState<TrackedRect>({ rect: undefined, isStable: false })

  useEffect(() => {
    const startedAt = performance.now()
    let last: DonationRect | undefined
    const timer = setInterval(() => {
      const isLate = performance.now() - startedAt >= MAX_WAIT_MS
      // The bar may stand for another donation until the board has this one.
      const rect = isLate ? findDonationRect(donationId) : findRowRect(donationId)
      const isStill = isNear(rect, last)
      last = rect
      setTracked((previous) => updateTrackedRect(previous, { rect, isStill, isLate }))
    }, MEASURE_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [donationId])

  return tracked
}

interface Measurement {
  rect: DonationRect | undefined
  isStill: boolean
  isLate: boolean
}

/**
 * Returns the next state. A moving donation is followed only once it stands still, so that the
 * light does not trail behind.
 */
function updateTrackedRect(
  tracked: TrackedRect,
  { rect, isStill, isLate }: Measurement,
): TrackedRect {
  if (isStill) return tracked.isStable && isNear(tracked.rect, rect) ? tracked : toStable(rect)
  if (!tracked.isStable) return isLate ? toStable(rect) : tracked
  const isGone = rect === undefined && tracked.rect !== undefined
  return isGone ? toStable(undefined) : tracked
}

const toStable = (rect: DonationRect | undefined): TrackedRect => ({ rect, isStable: true })

/** Finds the rectangle of a donation or its bar; undefined if neither is on the screen. */
export function findDonationRect(donationId: string | null): DonationRect | undefined {
  return findRowRect(donationId) ?? measureOnScreen(findOwnBar())
}

function findRowRect(donationId: string | null): DonationRect | undefined {
  return measureOnScreen(donationId === null ? undefined : findRow(donationId))
}

/** Measures where an element comes to rest, whatever animation moves it now. */
function measureOnScreen(element: Element | undefined): DonationRect | undefined {
  if (element === undefined) return undefined
  const moved = measureMovement(element)
  const { left, top, width, height } = element.getBoundingClientRect()
  const middle = top - moved.y + height / 2
  const isOnScreen = height > 0 && middle > 0 && middle < measureFreeHeightPx()
  if (!isOnScreen) return undefined
  const center = measureCenter(findBody(element) ?? element)
  const bodyCenter = { x: center.x - moved.x, y: center.y - moved.y }
  return { left: left - moved.x, top: top - moved.y, width, height, bodyCenter }
}

function measureCenter(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

function isNear(one: DonationRect | undefined, other: DonationRect | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return Math.abs(one.top - other.top) + Math.abs(one.left - other.left) < 2
}
