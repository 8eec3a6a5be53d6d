import { useId, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { AppError } from '#contract/app-error.ts'
import { TEAM_REASONS } from '#contract/donor-teams/reasons.ts'
import type { FoundedTeam } from '#contract/donor-teams/teams.ts'
import { MAX_TEAM_NAME } from '#contract/text-limits.ts'
import { Button } from '#client/ui/button.tsx'
import { DialogCard } from '#client/ui/dialog-card.tsx'
import { FormProblemNotice } from '#client/ui/form/field-problem.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { Form, type ReadField } from '#client/ui/form/form.tsx'
import { useTask } from '#client/ui/form/use-task.ts'
import styles from './teams.module.css'
import { foundTeam } from './teams-api.ts'

export interface FoundButtonProps {
  /** The choice of a team, which is read on from: the button may go. */
  select: RefObject<HTMLSelectElement | null>
  onFounded: (team: FoundedTeam['team']) => void
}

/** Opens the dialog in which a team is founded. */
export function FoundButton({ select, onFounded }: FoundButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="link"
        className={styles.found}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Start a constellation
      </Button>
      {isOpen && (
        <FoundDialog
          onClose={() => setOpen(false)}
          onFounded={(team) => {
            // Closed, the dialog gives the focus back; only then it can go on.
            flushSync(() => setOpen(false))
            onFounded(team)
            select.current?.focus()
          }}
        />
      )}
    </>
  )
}

interface FoundDialogProps extends Pick<FoundButtonProps, 'onFounded'> {
  onClose: () => void
}

/** Asks for the name of a new team. */
function FoundDialog({ onFounded, onClose }: FoundDialogProps) {
  const task = useTask()
  const save = async (read: ReadField) => onFounded(await foundTeam(read('team')))
  return (
    <DialogCard
      titleId={useId()}
      title="Start a constellation"
      lead="Everybody can join it when they donate. You can start one a day."
      onClose={onClose}
    >
      <Form task={task} className={styles.form} findField={findNameField} onSubmit={save}>
        <FormField
          name="team"
          label="Its name"
          hint={`Up to ${MAX_TEAM_NAME} characters. The host can change it.`}
          hintClassName={styles.note}
        >
          {(control) => (
            <input
              {...control}
              data-first-focus=""
              autoComplete="off"
              maxLength={4 * MAX_TEAM_NAME}
              data-missing="The constellation needs a name."
              required
            />
          )}
        </FormField>
        <FormProblemNotice />
        <Button type="submit" variant="gold" busy={task.busy}>
          Start it
        </Button>
      </Form>
    </DialogCard>
  )
}

/** Returns the field of the name, if the server has refused that. */
function findNameField(error: unknown): string | undefined {
  return error instanceof AppError && error.reason === TEAM_REASONS.name ? 'team' : undefined
}
