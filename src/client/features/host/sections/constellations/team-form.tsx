import { useState } from 'react'
import { AppError } from '#contract/app-error.ts'
import { TEAM_REASONS } from '#contract/donor-teams/reasons.ts'
import type { HostTeam } from '#contract/host/donor-teams.ts'
import { formatAmount } from '#contract/money.ts'
import { MAX_TEAM_NAME } from '#contract/text-limits.ts'
import { splitGraphemes } from '#client/lib/graphemes.ts'
import { Form, type ReadField } from '#client/ui/form/form.tsx'
import { useTask } from '#client/ui/form/use-task.ts'
import { ConsoleField } from '../../ui/console-field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { Panel } from '../../ui/panel.tsx'
import { readDraft } from '../../ui/read-draft.ts'
import styles from '../../ui/form.module.css'
import teamStyles from './constellations.module.css'
import { sendTeam } from './send-team.ts'

export interface TeamFormProps {
  /** The team to rename; undefined for a new one. */
  team: HostTeam | undefined
  onDone: () => void
  /** Called to close the form for a new one, where it was opened by a button. */
  onFold?: (() => void) | undefined
}

/** Founds a team, or renames one; nobody screens the names that hosts give. */
export function TeamForm({ team, onDone, onFold }: TeamFormProps) {
  const task = useTask()
  const [saved, setSaved] = useState<string>()
  const [draft, setDraft] = useState('')

  async function save(read: ReadField, form: HTMLFormElement): Promise<void> {
    const name = read('name').trim()
    setSaved(undefined)
    await sendTeam(team?.id, { method: team ? 'PATCH' : 'POST', body: { name } })
    setSaved(`${name} is ${team ? 'its name now' : 'founded'}.`)
    form.reset()
    setDraft('')
    onDone()
  }

  return (
    <Panel title={team === undefined ? 'New constellation' : 'Rename the constellation'}>
      <Form
        className={styles.form}
        task={task}
        findField={findNameField}
        onInput={({ currentTarget }) => setDraft(readDraft(currentTarget)('name') ?? '')}
        onSubmit={save}
      >
        <ConsoleField name="name" label="Name">
          {(control) => (
            <input
              {...control}
              defaultValue={team?.name}
              maxLength={4 * MAX_TEAM_NAME}
              data-missing="The constellation needs a name."
              autoComplete="off"
              required
            />
          )}
        </ConsoleField>
        <NamePreview name={draft} team={team} />
        <FormEnd
          task={task}
          saved={saved}
          submit={team === undefined ? 'Start the constellation' : 'Save the name'}
          {...(team === undefined ? { onLeave: onFold, leave: 'Cancel' } : { onLeave: onDone })}
        />
      </Form>
    </Panel>
  )
}

/** Shows how a name that is typed reads on the page, or that it is too long for it. */
function NamePreview({ name: typed, team }: { name: string; team: HostTeam | undefined }) {
  const name = typed.replaceAll(/\s+/g, ' ').trim()
  if (name === '') return null
  const isLong = splitGraphemes(name).length > MAX_TEAM_NAME
  return (
    <figure className={teamStyles.preview}>
      <figcaption>
        {isLong ? `Too long: ${MAX_TEAM_NAME} characters at most` : 'As the page shows it'}
      </figcaption>
      <p>
        <bdi>{name}</bdi> <span>{formatAmount(team?.given?.amountCents ?? 0)}</span>
      </p>
    </figure>
  )
}

/** Returns the field of the name, if the server has refused that. */
function findNameField(error: unknown): string | undefined {
  return error instanceof AppError && error.reason === TEAM_REASONS.name ? 'name' : undefined
}
