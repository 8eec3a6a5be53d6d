import { useSession } from '#client/lib/session.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { Button } from '#client/ui/button.tsx'
import { BOARD_ID } from '#client/lib/board-marks.ts'
import { Logo } from '#client/ui/logo.tsx'
import styles from './header.module.css'
import { SoundSwitch } from './sound-switch.tsx'

export interface HeaderProps {
  /** Opens the log-in, or the account of somebody signed in. */
  onAccount: () => void
  onLogout: () => Promise<void>
}

export function Header({ onAccount, onLogout }: HeaderProps) {
  const session = useSession()
  const isSignedIn = session.state === 'signed-in'
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
          markMedia={hasEmail ? '(width < 44rem)' : '(width < 23rem)'}
        />
      </div>
      <div className={styles.bar}>
        {isSignedIn && (
          <button
            type="button"
            className={styles.email}
            title={session.email}
            aria-haspopup="dialog"
            onClick={onAccount}
            onPointerEnter={preloadYourAccount}
            onFocus={preloadYourAccount}
          >
            {session.email} <span className="visually-hidden">(your account)</span>
          </button>
        )}
        {session.state === 'offline' && (
          <span className={styles.offline}>
            <bdi className={styles.remembered}>{session.email}</bdi> Offline
          </span>
        )}
        {(isSignedIn || session.state === 'signed-out') && (
          <AccountButton isSignedIn={isSignedIn} onAccount={onAccount} onLogout={onLogout} />
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

/** Uses one button for log-in and logout, so that the focus stays on it afterwards. */
function AccountButton({ isSignedIn, onAccount, onLogout }: HeaderProps & { isSignedIn: boolean }) {
  if (isSignedIn) return <Button onClick={() => void onLogout()}>Logout</Button>
  return (
    <Button
      aria-haspopup="dialog"
      onClick={onAccount}
      onPointerEnter={preloadLogIn}
      onFocus={preloadLogIn}
    >
      Login / Sign up
    </Button>
  )
}
