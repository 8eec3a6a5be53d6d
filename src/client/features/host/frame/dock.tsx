import { useEffect, useRef, useState } from 'react'
import { ConsoleLink } from '../router/console-link.tsx'
import type { Section } from '../sections/sections.ts'
import styles from './dock.module.css'
import { Foot } from './foot.tsx'

/** The number of sections that a phone shows before 'More'. */
const TABS = 4

export interface DockProps {
  sections: readonly Section[]
  current: Section | undefined
  onAccount: () => void
}

/** Sections and account. A phone shows the first sections at its foot, and the rest after 'More'. */
export function Dock({ sections, current, onAccount }: DockProps) {
  const [isOpen, setOpen] = useState(false)
  const more = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const handleKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      more.current?.focus()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [isOpen])

  return (
    <div id="dock" className={styles.dock} data-open={isOpen}>
      <Navigation sections={sections} current={current} onGo={() => setOpen(false)} />
      <Foot onAccount={onAccount} />
      <button
        ref={more}
        type="button"
        className={styles.more}
        aria-expanded={isOpen}
        aria-controls="dock"
        data-current={current !== undefined && sections.indexOf(current) >= TABS}
        onClick={() => setOpen(!isOpen)}
      >
        More
      </button>
    </div>
  )
}

interface NavigationProps extends Pick<DockProps, 'sections' | 'current'> {
  onGo: () => void
}

function Navigation({ sections, current, onGo }: NavigationProps) {
  return (
    <nav className={styles.nav} aria-label="Console">
      <ul className={styles.sections}>
        {sections.map((section, index) => (
          <li key={section.path} data-more={index >= TABS}>
            <ConsoleLink
              to={section.path}
              aria-label={section.name}
              aria-current={section === current ? 'page' : undefined}
              onClick={onGo}
              onPointerEnter={section.part.preload}
              onFocus={section.part.preload}
            >
              <span className={styles.long}>{section.name}</span>
              <span className={styles.short}>{section.shortName ?? section.name}</span>
            </ConsoleLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
