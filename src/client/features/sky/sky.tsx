import { useEffect, useRef } from 'react'
import { startSky } from './live-sky.ts'
import { onShot } from './shots.ts'
import styles from './sky.module.css'

/** A few stars that move over the galaxy. Nothing is lost where they do not: see `watchRest`. */
export function Sky() {
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // Handed over to be drawn by others, a canvas is so for good: each start has its own.
    const canvas = document.createElement('canvas')
    place.current?.append(canvas)
    const sky = startSky(canvas)
    const deafen = onShot(sky.shoot)
    return () => {
      deafen()
      sky.stop()
      canvas.remove()
    }
  }, [])

  return <div ref={place} className={styles.sky} aria-hidden="true" />
}
