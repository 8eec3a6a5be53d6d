import { useEffect, useRef } from 'react'
import { useSession } from '#client/lib/session.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { Button } from '#client/ui/button.tsx'
import { BOARD_ID } from '#client/lib/board-marks.ts'
import { Logo } from '#client/ui/logo.tsx'
import styles from './header.module.css'
import { SoundSwitch } from './sound-switch.tsx'

export interface HeaderProps {
  /** The e-mail to show as of somebody signed in, in a preview. */
  exampleEmail?: string | undefined
  /** Opens the log-in, or the account of somebody signed in. */
  onAccount: () => void
  onLogout: () => Promise<void>
}

export function Header({ exampleEmail, onAccount, onLogout }: HeaderProps) {
  const session = useSession()
  const email = session.state === 'signed-in' ? session.email : exampleEmail
  const isSignedIn = email !== undefined
  const hasEmail = isSignedIn || session.state === 'offline'
  const { title, picture } = useCampaign()
  return (
    <header className={styles.header}>
      <a href={`#${BOARD_ID}`} className={styles.skip}>
        Skip to the board
      </a>
      <div className={styles.logo}>
        <Logo
          title={title}
          picture={picture}
          markMedia={hasEmail ? '(width < 44rem)' : '(width < 24rem)'}
        />
      </div>
      <div className={styles.bar}>
        {(isSignedIn || session.state === 'signed-out') && (
          <AccountButton email={email} onAccount={onAccount} />
        )}
        {session.state === 'offline' && (
          <span className={styles.offline}>
            <bdi className={styles.remembered}>{session.email}</bdi> Offline
          </span>
        )}
        {isSignedIn && (
          <Button className={styles.action} onClick={() => void onLogout()}>
            Logout
          </Button>
        )}
        <SoundSwitch />
      </div>
    </header>
  )
}

const fetchParts = () => import('./parts.ts')

/** Fetches a part that the viewer is about to need; a failure shows when it is needed. */
async function preload(part: 'accountDialog' | 'yourAccount'): Promise<void> {
  const parts = await fetchParts().catch(() => undefined)
  parts?.[part].preload()
}

const preloadLogIn = () => void preload('accountDialog')

const preloadYourAccount = () => void preload('yourAccount')

interface AccountButtonProps extends Pick<HeaderProps, 'onAccount'> {
  /** The address of somebody signed in. */
  email: string | undefined
}

/**
 * Opens the log-in, or the account of somebody signed in. It is one button, so that the focus stays
 * on it after a log-in; were that on 'Logout', a second Enter would end it. After a logout it gets
 * the focus that its button had.
 */
function AccountButton({ email, onAccount }: AccountButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const lastEmail = useRef(email)
  useEffect(() => {
    const hasLeft = lastEmail.current !== undefined && email === undefined
    lastEmail.current = email
    if (hasLeft && document.activeElement === document.body) button.current?.focus()
  }, [email])
  const preloadDialog = email === undefined ? preloadLogIn : preloadYourAccount
  return (
    <Button
      ref={button}
      variant={email === undefined ? 'quiet' : 'own'}
      className={email === undefined ? styles.action : styles.email}
      title={email}
      aria-haspopup="dialog"
      onClick={onAccount}
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
    >
      {email === undefined ? (
        'Login / Sign up'
      ) : (
        <>
          {email} <span className="visually-hidden">(your account)</span>
        </>
      )}
    </Button>
  )
}
