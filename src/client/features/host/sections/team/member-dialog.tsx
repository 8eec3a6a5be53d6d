import { useId, type SubmitEvent } from 'react'
import type { Member } from '#contract/host/team.ts'
import { DialogCard } from '#client/ui/dialog-card.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { readRole, RoleChoice } from './role-choice.tsx'
import styles from './team.module.css'
import { useTeamChange } from './use-team-change.ts'

export interface MemberDialogProps {
  member: Member
  /** The change to make. */
  kind: 'role' | 'removal'
  onClose: () => void
}

/** Changes the role of a member, or removes them after a confirmation. */
export function MemberDialog({ member, kind, onClose }: MemberDialogProps) {
  const id = useId()
  const { isBusy, problem, send } = useTeamChange()
  const isRemoval = kind === 'removal'

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const role = readRole(event.currentTarget)
    const call = isRemoval
      ? ({ method: 'DELETE' } as const)
      : ({ method: 'PUT', body: { role } } as const)
    if (await send(encodeURIComponent(member.id), call)) onClose()
  }

  return (
    <DialogCard
      titleId={`${id}-title`}
      title={isRemoval ? 'Remove from the team' : 'Change the role'}
      lead={member.email}
      onClose={onClose}
    >
      <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        {isRemoval ? (
          <p>
            They lose the console at once, in every open window. Their account and their own
            donations stay. You can invite them again.
          </p>
        ) : (
          <RoleChoice chosen={member.role} />
        )}
        {problem !== undefined && (
          <Notice ariaRole="alert" tone="error">
            {problem}
          </Notice>
        )}
        <div className={styles.actions}>
          <ConsoleButton type="submit" variant={isRemoval ? 'danger' : 'light'} busy={isBusy}>
            {isRemoval ? 'Remove' : 'Save the role'}
          </ConsoleButton>
          <ConsoleButton onClick={onClose}>Cancel</ConsoleButton>
        </div>
      </form>
    </DialogCard>
  )
}
