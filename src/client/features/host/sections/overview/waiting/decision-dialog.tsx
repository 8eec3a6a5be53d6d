import { useId, useState, type SubmitEvent } from 'react'
import { concernSchema, type Concern, type Resolution } from '#contract/concerns.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { callHost } from '../../../api/call-host.ts'
import { changes } from '../../../api/changes.ts'
import { ConsoleButton } from '../../../ui/console-button.tsx'
import { DialogCard } from '#client/ui/dialog-card.tsx'
import { Notice } from '#client/ui/notice.tsx'
import styles from './decision-dialog.module.css'
import { CONSEQUENCES, RESOLUTION_NAMES, titleOf } from './wording.ts'

const MAX_REASON_LENGTH = 500

export interface DecisionDialogProps {
  concern: Concern
  resolution: Resolution
  onClose: () => void
}

/** Says what a decision will do, asks for its reason, and carries it out. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { concern, resolution, onClose } = props
  const id = useId()
  const { isBusy, problem, decide } = useDecision(props)
  const name = RESOLUTION_NAMES[resolution]
  return (
    <DialogCard
      titleId={`${id}-title`}
      title={name}
      lead={titleOf(concern.kind, concern.provider)}
      onClose={onClose}
    >
      <form className={styles.form} noValidate onSubmit={(event) => void decide(event)}>
        <p>{concern.message}</p>
        <p className={styles.effect}>{CONSEQUENCES[resolution]}</p>
        {problem !== undefined && (
          <Notice ariaRole="alert" tone="error">
            {problem}
          </Notice>
        )}
        <label htmlFor={`${id}-reason`}>Reason</label>
        <textarea
          id={`${id}-reason`}
          name="reason"
          rows={3}
          maxLength={MAX_REASON_LENGTH}
          data-first-focus=""
          required
        />
        <div className={styles.actions}>
          <ConsoleButton type="submit" variant={variantOf(resolution)} busy={isBusy}>
            {name}
          </ConsoleButton>
          <ConsoleButton onClick={onClose}>Cancel</ConsoleButton>
        </div>
      </form>
    </DialogCard>
  )
}

function variantOf(resolution: Resolution): 'danger' | 'light' {
  return resolution === 'refund' ? 'danger' : 'light'
}

/** Sends the decision; a failure keeps the dialog open with what was typed. */
function useDecision({ concern, resolution, onClose }: DecisionDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function decide(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const reason = readReason(event.currentTarget)
    if (reason === '') {
      setProblem('Give a reason: whoever looks at this later needs it.')
      return
    }
    setBusy(true)
    setProblem(undefined)
    try {
      const path = `${HOST_ROUTES.reviews}/${encodeURIComponent(concern.id)}`
      await callHost(path, concernSchema, { method: 'POST', body: { resolution, reason } })
      changes.announce(['concerns', 'money', 'donations'])
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Something went wrong.')
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, problem, decide }
}

function readReason(form: HTMLFormElement): string {
  const reason = new FormData(form).get('reason')
  return typeof reason === 'string' ? reason.trim() : ''
}
