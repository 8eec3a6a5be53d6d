import { useEffect, useState } from 'react'
import styles from './second-factor.module.css'

/** The quiet zone that scanners need around the code, in modules. */
const MARGIN = 4

/** Draws a QR code; shows nothing if the library cannot be fetched: the text stands beside it. */
export function QrCode({ content, label }: { content: string; label: string }) {
  const [picture, setPicture] = useState<string>()

  useEffect(() => {
    let isCancelled = false
    draw(content).then(
      (url) => isCancelled || setPicture(url),
      () => undefined,
    )
    return () => {
      isCancelled = true
    }
  }, [content])

  if (picture === undefined) return <div className={styles.qr} />
  return <img className={styles.qr} src={picture} alt={label} />
}

async function draw(content: string): Promise<string> {
  const [{ generate }, { toSvgDataURL }] = await Promise.all([
    import('lean-qr'),
    import('lean-qr/extras/svg'),
  ])
  return toSvgDataURL(generate(content), { pad: MARGIN })
}
