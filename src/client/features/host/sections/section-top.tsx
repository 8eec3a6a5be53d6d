import { useEffect, useRef, type ReactNode } from 'react'
import { Freshness } from '../frame/freshness.tsx'
import { takeHeadingFocus } from '../router/heading-focus.ts'
import styles from './section-top.module.css'

export interface SectionTopProps {
  /** The section's name, as in the navigation. */
  name: string
  /** The state of things, as the heading; the name alone while that is not known. */
  headline?: string | undefined
  /** A sentence below the heading. */
  lead?: ReactNode
  /** False if nothing of the section comes from the server, so that none of it can be old. */
  isLive?: boolean
  /** Controls of the whole section, beside the heading. */
  children?: ReactNode
}

/** The top of each section: its heading, how fresh its data is, and its controls. */
export function SectionTop(props: SectionTopProps) {
  const { name, headline, lead, isLive = true, children } = props
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = `${name} · Host console · Donation Royale`
    if (takeHeadingFocus()) heading.current?.focus({ preventScroll: true })
  }, [name])

  return (
    <div className={styles.top}>
      <div className={styles.words}>
        <h2 ref={heading} tabIndex={-1}>
          {headline === undefined ? (
            name
          ) : (
            <>
              <span className="visually-hidden">{name}: </span>
              {headline}
            </>
          )}
        </h2>
        {lead !== undefined && <p>{lead}</p>}
      </div>
      <div className={styles.tools}>
        {isLive && <Freshness />}
        {children}
      </div>
    </div>
  )
}
