import { useLayoutEffect, useRef, type ReactNode } from 'react'
import styles from './step.module.css'

/** Focuses the element marked `data-first-focus` when it appears. */
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
