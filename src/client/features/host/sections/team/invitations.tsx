import type { Invitation } from '#contract/host/team.ts'
import { formatMoment } from '#client/lib/moments.ts'
import { Notice } from '#client/ui/notice.tsx'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ROLE_WORDS } from './role-words.ts'
import styles from './team.module.css'
import { useTeamChange } from './use-team-change.ts'

/** Lists the invitations that nobody has accepted yet. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const { isBusy, problem, send } = useTeamChange()
  return (
    <Panel title="Invitations" aside="not accepted yet">
      {problem !== undefined && (
        <Notice ariaRole="alert" tone="error">
          {problem}
        </Notice>
      )}
      {invitations.length === 0 && <p className={styles.none}>Nobody is invited at the moment.</p>}
      <ul className={styles.list}>
        {invitations.map(({ id, email, role, expiresAt, isExpired }) => (
          <li key={id}>
            <h4>
              <bdi>{email}</bdi>
            </h4>
            <p>
              <b>{ROLE_WORDS[role].name}</b>
              {isExpired ? ' · expired ' : ' · until '}
              <time dateTime={expiresAt}>{formatMoment(Date.parse(expiresAt))}</time>
            </p>
            <div className={styles.actions}>
              <ConsoleButton
                busy={isBusy}
                aria-label={`Withdraw: ${email}`}
                onClick={() => void send(`invitations/${id}`, { method: 'DELETE' })}
              >
                Withdraw
              </ConsoleButton>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
