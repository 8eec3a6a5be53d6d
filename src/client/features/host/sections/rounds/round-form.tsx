import { useState } from 'react'
import { AppError } from '#contract/app-error.ts'
import { MAX_OVERTIMES } from '#contract/round-times.ts'
import type { Round } from '#contract/rounds.ts'
import { describeZone } from '#client/lib/moments.ts'
import { Form, type ReadField } from '#client/ui/form/form.tsx'
import { useTask } from '#client/ui/form/use-task.ts'
import { ConsoleField } from '../../ui/console-field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { toLocal } from '../../ui/local-time.ts'
import { Panel } from '../../ui/panel.tsx'
import { readDraft } from '../../ui/read-draft.ts'
import { SpanFields } from '../../ui/span-fields.tsx'
import styles from '../../ui/form.module.css'
import { readRoundBody, readRoundTime, type RoundBodyOptions } from './round-body.ts'
import type { RoundTexts } from './round-texts.ts'
import { sendRound } from './send-round.ts'

export interface RoundFormProps {
  /** The round to change; undefined for a new one. */
  round: Round | undefined
  /** The server's time, ISO 8601. */
  now: string
  /** The campaign's time zone, in which times are taken. */
  timeZone: string
  /** Called with what is typed; undefined once the form is empty again. */
  onDraft: (draft: RoundTexts | undefined) => void
  onDone: () => void
}

/** Creates a round, or changes one: once it runs, its name, its prize and its end. */
export function RoundForm({ round, now, timeZone, onDraft, onDone }: RoundFormProps) {
  const task = useTask()
  const [saved, setSaved] = useState<string>()
  // A field that nobody has touched may show the round as it was when the form was opened.
  const [first] = useState(round)
  const shown = round === undefined || first === undefined ? [] : [first, round]
  const options = { timeZone, shown }
  const runs = round !== undefined && round.startsAt <= now

  async function save(read: ReadField, form: HTMLFormElement): Promise<void> {
    const body = readRoundBody(read, options)
    setSaved(undefined)
    if (Object.keys(body).length > 0) {
      await sendRound(round?.id ?? '', { method: round ? 'PATCH' : 'POST', body })
    }
    setSaved(`${read('name').trim()} is saved.`)
    form.reset()
    leave()
  }

  function leave(): void {
    onDraft(undefined)
    onDone()
  }

  return (
    <Panel
      title={round === undefined ? 'New round' : 'Change the round'}
      aside={describeZone(timeZone)}
    >
      <Form
        className={styles.form}
        task={task}
        findField={findTimeField}
        onInput={({ currentTarget }) => onDraft(readTexts(currentTarget, round, options))}
        onSubmit={save}
      >
        <TextFields round={round} />
        <TimeFields round={round} runs={runs} timeZone={timeZone} />
        {!runs && <RuleFields round={round} />}
        <FormEnd
          task={task}
          saved={saved}
          submit={round === undefined ? 'Create the round' : 'Save the round'}
          onLeave={round && leave}
        />
      </Form>
    </Panel>
  )
}

/** Reads what the preview shows; a round that runs keeps its start and its rules. */
function readTexts(
  form: HTMLFormElement,
  round: Round | undefined,
  options: RoundBodyOptions,
): RoundTexts {
  const read = readDraft(form)
  // A round that runs has no field for its start.
  const startsAt = read('startsAt') ?? toLocal(round?.startsAt, options.timeZone)
  return {
    name: read('name') ?? '',
    prize: read('prize') ?? '',
    startsAt: readRoundTime(startsAt, 'startsAt', options),
    endsAt: readRoundTime(read('endsAt') ?? '', 'endsAt', options),
    ranks: read('ranks') ?? round?.ranks ?? '',
    overtimes: read('overtimes') ?? String(round?.overtime.max ?? 0),
  }
}

/** Returns the field of the time that the server has refused. */
function findTimeField(error: unknown): string | undefined {
  if (!(error instanceof AppError) || error.code !== 'failed-precondition') return undefined
  if (error.message.startsWith('Its start ')) return 'startsAt'
  return /^(Its end|It must end) /.test(error.message) ? 'endsAt' : undefined
}

function TextFields({ round }: Pick<RoundFormProps, 'round'>) {
  return (
    <>
      <ConsoleField name="name" label="Name">
        {(control) => (
          <input
            {...control}
            defaultValue={round?.name}
            maxLength={60}
            data-missing="Give the round a name."
            required
          />
        )}
      </ConsoleField>
      <ConsoleField name="prize" label="What the winner gets (optional)">
        {(control) => <input {...control} defaultValue={round?.prize ?? ''} maxLength={120} />}
      </ConsoleField>
    </>
  )
}

function RuleFields({ round }: Pick<RoundFormProps, 'round'>) {
  return (
    <>
      <ConsoleField name="ranks" label="Ranking">
        {(control) => (
          <select {...control} defaultValue={round?.ranks ?? 'donor'}>
            <option value="donor">Donors, by the sum of their donations</option>
            <option value="donation">Single donations, by amount</option>
          </select>
        )}
      </ConsoleField>
      <ConsoleField name="pending" label="Payments pending at the end">
        {(control) => (
          <select {...control} defaultValue={round?.pending ?? 'captured'}>
            <option value="captured">Count if the money is taken in time</option>
            <option value="begun">Count if the donor paid in time</option>
          </select>
        )}
      </ConsoleField>
      <ConsoleField
        name="overtimes"
        label="Overtimes"
        isShort
        hint="How many times a new first place in the last minute may add a minute; 0 for never."
      >
        {(control) => (
          <input
            {...control}
            type="number"
            min={0}
            max={MAX_OVERTIMES}
            defaultValue={round?.overtime.max ?? 0}
            required
          />
        )}
      </ConsoleField>
    </>
  )
}

function TimeFields({
  round,
  runs,
  timeZone,
}: Pick<RoundFormProps, 'round' | 'timeZone'> & { runs: boolean }) {
  return (
    <SpanFields
      timeZone={timeZone}
      start={
        runs
          ? undefined
          : {
              name: 'startsAt',
              label: 'Starts',
              value: round?.startsAt,
              missing: 'Say when the round starts.',
            }
      }
      end={{
        name: 'endsAt',
        label: 'Ends',
        value: round?.endsAt,
        missing: 'Say when the round ends.',
      }}
    />
  )
}
