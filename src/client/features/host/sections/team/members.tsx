import { useState } from 'react'
import type { Member } from '#contract/host/team.ts'
import { useConsole } from '../../session/console-context.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { MemberDialog, type MemberDialogProps } from './member-dialog.tsx'
import { ROLE_WORDS } from './role-words.ts'
import styles from './team.module.css'

/** Lists the members of the team, with what an owner may change of each. */
export function Members({ members }: { members: readonly Member[] }) {
  const [change, setChange] = useState<Pick<MemberDialogProps, 'member' | 'kind'>>()
  const owners = members.filter(({ role }) => role === 'owner').length
  return (
    <Panel title="Members" aside="changes apply at once">
      <ul className={styles.list}>
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isLastOwner={member.role === 'owner' && owners === 1}
            onChange={(kind) => setChange({ member, kind })}
          />
        ))}
      </ul>
      {change && <MemberDialog {...change} onClose={() => setChange(undefined)} />}
    </Panel>
  )
}

interface MemberRowProps {
  member: Member
  isLastOwner: boolean
  onChange: (kind: MemberDialogProps['kind']) => void
}

function MemberRow({ member, isLastOwner, onChange }: MemberRowProps) {
  const { account } = useConsole()
  const fixed = describeFixed(member, isLastOwner)
  const name = member.id === account.userId ? `${member.email} (you)` : member.email
  return (
    <li>
      <h4>
        <bdi>{name}</bdi>
      </h4>
      <p>
        <b>{ROLE_WORDS[member.role].name}</b>
        {' · '}
        <SecondFactor member={member} />
      </p>
      {fixed === undefined ? (
        <div className={styles.actions}>
          <ConsoleButton
            aria-haspopup="dialog"
            aria-label={`Change role: ${member.email}`}
            onClick={() => onChange('role')}
          >
            Change role
          </ConsoleButton>
          <ConsoleButton
            aria-haspopup="dialog"
            aria-label={`Remove: ${member.email}`}
            onClick={() => onChange('removal')}
          >
            Remove
          </ConsoleButton>
        </div>
      ) : (
        <p className={styles.fixed}>{fixed}</p>
      )}
    </li>
  )
}

/** Says why a member cannot be changed here; undefined if they can. */
function describeFixed(member: Member, isLastOwner: boolean): string | undefined {
  if (member.isByAdminEmail) return 'Named by ADMIN_EMAIL; only that setting changes it.'
  return isLastOwner ? 'The only owner, until there is another.' : undefined
}

function SecondFactor({ member: { id, hasSecondFactor, role } }: { member: Member }) {
  const { account, mode, openAccount } = useConsole()
  if (hasSecondFactor) return '✓ Second factor set up'
  if (role === 'moderator') return 'No second factor'
  const missing = mode === 'live' ? 'locked out until it is set up' : 'needed for real money'
  return (
    <>
      <span className={styles.missing}>No second factor: {missing}</span>
      {id === account.userId && (
        <>
          {' '}
          <button
            type="button"
            className={styles.setUp}
            aria-haspopup="dialog"
            onClick={openAccount}
          >
            Set it up
          </button>
        </>
      )}
    </>
  )
}
