import { useEffect, useRef } from 'react'
import { startSky } from './live-sky.ts'
import { onShot } from './shots.ts'
import styles from './sky.module.css'

/** A few stars that move over the galaxy. Nothing is lost where they do not: see `watchRest`. */
export function Sky() {
  const canvas = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    if (canvas.current === null) return
    const sky = startSky(canvas.current)
    const deafen = onShot(sky.shoot)
    return () => {
      deafen()
      sky.stop()
    }
  }, [])

  return <canvas ref={canvas} className={styles.sky} aria-hidden="true" />
}
