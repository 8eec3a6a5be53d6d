import { useId } from 'react'
import { concernSchema, type Concern, type Resolution } from '#contract/concerns.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { DialogCard } from '#client/ui/dialog-card.tsx'
import { FormProblemNotice } from '#client/ui/form/field-problem.tsx'
import { Form, type ReadField } from '#client/ui/form/form.tsx'
import { useTask } from '#client/ui/form/use-task.ts'
import { callHost } from '../../../api/call-host.ts'
import { changes } from '../../../api/changes.ts'
import { ConsoleButton } from '../../../ui/console-button.tsx'
import { ReasonField } from '../../../ui/reason-field.tsx'
import styles from './decision-dialog.module.css'
import { CONSEQUENCES, RESOLUTION_NAMES, titleOf } from './wording.ts'

export interface DecisionDialogProps {
  concern: Concern
  resolution: Resolution
  onClose: () => void
}

/** Says what a decision will do, asks for its reason, and carries it out. */
export function DecisionDialog({ concern, resolution, onClose }: DecisionDialogProps) {
  const id = useId()
  const task = useTask()
  const name = RESOLUTION_NAMES[resolution]

  async function decide(read: ReadField): Promise<void> {
    const path = `${HOST_ROUTES.reviews}/${encodeURIComponent(concern.id)}`
    const body = { resolution, reason: read('reason').trim() }
    await callHost(path, concernSchema, { method: 'POST', body })
    changes.announce(['concerns', 'money', 'donations'])
    onClose()
  }

  return (
    <DialogCard
      titleId={`${id}-title`}
      title={name}
      lead={titleOf(concern.kind, concern.provider)}
      onClose={onClose}
    >
      <Form className={styles.form} task={task} onSubmit={decide}>
        <p>{concern.message}</p>
        <p className={styles.effect}>{CONSEQUENCES[resolution]}</p>
        <FormProblemNotice />
        <ReasonField isFirst />
        <div className={styles.actions}>
          <ConsoleButton type="submit" variant={variantOf(resolution)} busy={task.busy}>
            {name}
          </ConsoleButton>
          <ConsoleButton onClick={onClose}>Cancel</ConsoleButton>
        </div>
      </Form>
    </DialogCard>
  )
}

function variantOf(resolution: Resolution): 'danger' | 'light' {
  return resolution === 'refund' ? 'danger' : 'light'
}
