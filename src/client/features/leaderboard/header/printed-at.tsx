import { useEffect, useRef } from 'react'
import { formatMoment } from '#client/lib/moments.ts'
import styles from './printed-at.module.css'

/** Says on paper of what time the board is, with the year, which any other 'now' brings. */
export function PrintedAt() {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const update = () => {
      if (text.current) text.current.textContent = formatMoment(Date.now(), 0)
    }
    addEventListener('beforeprint', update)
    return () => removeEventListener('beforeprint', update)
  }, [])
  return <p ref={text} className={styles.printed} />
}
