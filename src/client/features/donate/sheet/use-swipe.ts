import { useRef, type PointerEvent } from 'react'
import type { Sheet } from './use-sheet.ts'

/** A shorter way of the finger is a press, CSS px. */
const SWIPE_PX = 24

/** Returns handlers that open the sheet when a finger moves up on it, and close it when down. */
export function useSwipe({ open, close }: Sheet) {
  const start = useRef<number>(undefined)
  return {
    onPointerDown: ({ clientY, pointerType }: PointerEvent) => {
      start.current = pointerType === 'mouse' ? undefined : clientY
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (start.current === undefined) return
      const wayPx = clientY - start.current
      if (Math.abs(wayPx) < SWIPE_PX) return
      start.current = undefined
      if (wayPx < 0) open()
      else close()
    },
    onPointerCancel: () => {
      start.current = undefined
    },
  }
}
