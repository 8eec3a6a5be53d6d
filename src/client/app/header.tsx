import { useEffect, useRef } from 'react'
import logoMark from '../assets/logo-mark.svg'
import logo from '../assets/logo.svg'
import { useSession } from '../lib/session.ts'
import { setMuted, useMuted } from '../lib/sound.ts'
import { Button } from '../ui/button.tsx'
import { SoundIcon } from '../ui/icons.tsx'
import styles from './header.module.css'
import { accountDialog } from './parts.ts'

export interface HeaderProps {
  onAccount: () => void
  onLogout: () => Promise<void>
}

export function Header({ onAccount, onLogout }: HeaderProps) {
  const session = useSession()
  const isSignedIn = session.state === 'signed-in'
  return (
    <header className={styles.header}>
      <h1 className={styles.logo}>
        <picture>
          <source media={isSignedIn ? '(width < 44rem)' : '(width < 23rem)'} srcSet={logoMark} />
          <img src={logo} alt="Donation Royale" />
        </picture>
      </h1>
      <div className={styles.bar}>
        {isSignedIn && (
          <span className={styles.email} title={session.email}>
            {session.email}
          </span>
        )}
        {isSignedIn && <LogoutButton onLogout={onLogout} />}
        {session.state === 'signed-out' && (
          <Button
            aria-haspopup="dialog"
            onClick={onAccount}
            onPointerEnter={accountDialog.preload}
            onFocus={accountDialog.preload}
          >
            Login / Sign up
          </Button>
        )}
        <SoundSwitch />
      </div>
    </header>
  )
}

function LogoutButton({ onLogout }: Pick<HeaderProps, 'onLogout'>) {
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    // What had the focus before signing in is gone, and nobody should start over from the top.
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [])

  return (
    <Button ref={button} onClick={() => void onLogout()}>
      Logout
    </Button>
  )
}

function SoundSwitch() {
  const muted = useMuted()
  return (
    <Button
      className={styles.sound}
      aria-label="Mute sound"
      aria-pressed={muted}
      onClick={() => setMuted(!muted)}
    >
      <SoundIcon muted={muted} />
    </Button>
  )
}
