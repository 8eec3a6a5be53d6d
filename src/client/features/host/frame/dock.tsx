import { useEffect, useRef, useState } from 'react'
import type { HostRole } from '#contract/host/roles.ts'
import { LogOutButton } from '../gates/gates.tsx'
import { ConsoleLink } from '../router/console-link.tsx'
import type { Section } from '../sections/sections.ts'
import { useConsole } from '../session/console-context.ts'
import { shortcutsHelp } from '../shortcuts/shortcuts.ts'
import styles from './dock.module.css'

/** The number of sections that a phone shows before 'More'. */
const TABS = 4

const ROLES: Record<HostRole, string> = {
  owner: 'Owner',
  treasurer: 'Treasurer: money and exports',
  moderator: 'Moderator: names and messages',
}

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

function Foot({ onAccount }: Pick<DockProps, 'onAccount'>) {
  const { account } = useConsole()
  return (
    <div className={styles.foot}>
      <button
        type="button"
        className={styles.account}
        title={account.email}
        aria-haspopup="dialog"
        onClick={onAccount}
      >
        <bdi>{account.email}</bdi>
        <span className="visually-hidden">, your account</span>
      </button>
      <p>{ROLES[account.role]}</p>
      <button
        type="button"
        className={styles.keys}
        aria-haspopup="dialog"
        onClick={() => shortcutsHelp.toggle(true)}
      >
        <kbd>?</kbd> all keys
      </button>
      <a className={styles.out} href="/">
        Open the public page
      </a>
      <LogOutButton />
    </div>
  )
}
