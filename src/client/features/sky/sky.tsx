import { useEffect, useRef } from 'react'
import { startSky } from './live-sky.ts'
import { onShootingStar } from './shooting-stars.ts'
import styles from './sky.module.css'

/** Shows a few stars that move over the galaxy, where that is possible. */
export function Sky() {
  const container = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (container.current === null) return
    const sky = startSky(container.current)
    const unsubscribe = onShootingStar(sky.shoot)
    return () => {
      unsubscribe()
      sky.stop()
    }
  }, [])

  return <div ref={container} className={styles.sky} aria-hidden="true" />
}
