import { useSession } from '#client/lib/session.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { Button } from '#client/ui/button.tsx'
import { Logo } from '#client/ui/logo.tsx'
import styles from './header.module.css'
import { accountDialog, yourAccount } from './parts.ts'
import { SoundSwitch } from './sound-switch.tsx'

export interface HeaderProps {
  /** Opens the log-in, or the account of somebody signed in. */
  onAccount: () => void
  onLogout: () => Promise<void>
}

export function Header({ onAccount, onLogout }: HeaderProps) {
  const session = useSession()
  const isSignedIn = session.state === 'signed-in'
  const { title, picture } = useCampaign()
  return (
    <header className={styles.header}>
      <h1 className={styles.logo}>
        <Logo
          title={title}
          picture={picture}
          markMedia={isSignedIn ? '(width < 44rem)' : '(width < 23rem)'}
        />
      </h1>
      <div className={styles.bar}>
        {isSignedIn && (
          <button
            type="button"
            className={styles.email}
            title={session.email}
            aria-haspopup="dialog"
            onClick={onAccount}
            onPointerEnter={yourAccount.preload}
            onFocus={yourAccount.preload}
          >
            <span className="visually-hidden">Your account:</span> {session.email}
          </button>
        )}
        {session.state !== 'unknown' && (
          <AccountButton isSignedIn={isSignedIn} onAccount={onAccount} onLogout={onLogout} />
        )}
        <SoundSwitch />
      </div>
    </header>
  )
}

/** Uses one button for log-in and logout, so that the focus stays on it afterwards. */
function AccountButton({ isSignedIn, onAccount, onLogout }: HeaderProps & { isSignedIn: boolean }) {
  if (isSignedIn) return <Button onClick={() => void onLogout()}>Logout</Button>
  return (
    <Button
      aria-haspopup="dialog"
      onClick={onAccount}
      onPointerEnter={accountDialog.preload}
      onFocus={accountDialog.preload}
    >
      Login / Sign up
    </Button>
  )
}
