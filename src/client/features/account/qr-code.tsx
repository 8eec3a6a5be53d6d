import { useEffect, useState } from 'react'
import styles from './your-account.module.css'

/** The quiet margin that scanners want around it, in modules. */
const MARGIN = 4

/** A QR code as a picture; nothing where its code cannot be fetched, because its text stands beside it. */
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
