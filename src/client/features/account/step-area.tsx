import { useLayoutEffect, useRef, type ReactNode } from 'react'
import styles from './your-account.module.css'

/** A step that takes the focus when it comes, to what is marked `data-first-focus`. */
export function StepArea({ children }: { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    area.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
  }, [])
  return (
    <div ref={area} className={styles.step}>
      {children}
    </div>
  )
}
