import type { Invitation } from '#contract/host/team.ts'
import { formatMoment } from '#client/lib/moments.ts'
import { ProblemNotice } from '#client/ui/form/problem-notice.tsx'
import { useTask } from '#client/ui/form/use-task.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ROLE_WORDS } from './role-words.ts'
import { sendTeamChange } from './send-team-change.ts'
import styles from './team.module.css'

/** Lists the invitations that nobody has accepted yet. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const task = useTask()
  return (
    <Panel title="Invitations" aside="not accepted yet">
      <ProblemNotice problem={task.problem} />
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
                busy={task.busy}
                aria-label={`Withdraw: ${email}`}
                onClick={() =>
                  void task.run(() => sendTeamChange(`invitations/${id}`, { method: 'DELETE' }))
                }
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
