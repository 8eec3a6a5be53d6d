import { useEffect, useRef, useState, type RefObject } from 'react'

export interface Size {
  width: number
  height: number
}

/** The room that the window leaves above and below a preview, px. */
const OUTSIDE_HEIGHT = 272
const MIN_HEIGHT = 320

/** Returns the scale, at most 1, at which a document of this size fits into the element. */
export function useScale({ width, height }: Size): {
  ref: RefObject<HTMLDivElement | null>
  scale: number
} {
  const ref = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<Size>({ width, height })

  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => {
      const height = Math.max(MIN_HEIGHT, innerHeight - OUTSIDE_HEIGHT)
      setRoom({ width: element.clientWidth, height })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
    }
  }, [])

  return { ref, scale: Math.min(1, room.width / width, room.height / height) }
}
