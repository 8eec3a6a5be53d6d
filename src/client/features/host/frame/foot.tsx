import type { HostRole } from '#contract/host/roles.ts'
import { LogOutButton } from '../gates/gates.tsx'
import { useConsole } from '../session/console-context.ts'
import { shortcutsHelp } from '../shortcuts/shortcuts.ts'
import styles from './foot.module.css'

const ROLES: Record<HostRole, string> = {
  owner: 'Owner',
  treasurer: 'Treasurer: money and exports',
  moderator: 'Moderator: names and messages',
}

/** The account and its role, the keys, and the ways out of the console. */
export function Foot({ onAccount }: { onAccount: () => void }) {
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
