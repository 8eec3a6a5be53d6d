import { useId } from 'react'
import type { Member } from '#contract/host/team.ts'
import { DialogCard } from '#client/ui/dialog-card.tsx'
import { FormProblemNotice } from '#client/ui/form/field-problem.tsx'
import { Form, type ReadField } from '#client/ui/form/form.tsx'
import { useTask } from '#client/ui/form/use-task.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { RoleChoice, toRole } from './role-choice.tsx'
import { sendTeamChange } from './send-team-change.ts'
import styles from './team.module.css'

export interface MemberDialogProps {
  member: Member
  /** The change to make. */
  kind: 'role' | 'removal'
  onClose: () => void
}

/** Changes the role of a member, or removes them after a confirmation. */
export function MemberDialog({ member, kind, onClose }: MemberDialogProps) {
  const id = useId()
  const task = useTask()
  const isRemoval = kind === 'removal'

  async function save(read: ReadField): Promise<void> {
    const role = toRole(read('role'))
    const call = isRemoval
      ? ({ method: 'DELETE' } as const)
      : ({ method: 'PUT', body: { role } } as const)
    await sendTeamChange(encodeURIComponent(member.id), call)
    onClose()
  }

  return (
    <DialogCard
      titleId={`${id}-title`}
      title={isRemoval ? 'Remove from the team' : 'Change the role'}
      lead={member.email}
      onClose={onClose}
    >
      <Form className={styles.form} task={task} onSubmit={save}>
        {isRemoval ? (
          <p>
            They lose the console at once, in every open window. Their account and their own
            donations stay. You can invite them again.
          </p>
        ) : (
          <RoleChoice chosen={member.role} />
        )}
        <FormProblemNotice />
        <div className={styles.actions}>
          <ConsoleButton type="submit" variant={isRemoval ? 'danger' : 'light'} busy={task.busy}>
            {isRemoval ? 'Remove' : 'Save the role'}
          </ConsoleButton>
          <ConsoleButton onClick={onClose}>Cancel</ConsoleButton>
        </div>
      </Form>
    </DialogCard>
  )
}
