import { useEffect, useRef } from 'react'
import { startSky } from './live-sky.ts'
import { onShot } from './shooting-stars.ts'
import styles from './sky.module.css'

/** A few stars that move over the galaxy. Nothing is lost where they do not: see `watchRest`. */
export function Sky() {
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (place.current === null) return
    const sky = startSky(place.current)
    const deafen = onShot(sky.shoot)
    return () => {
      deafen()
      sky.stop()
    }
  }, [])

  return <div ref={place} className={styles.sky} aria-hidden="true" />
}
