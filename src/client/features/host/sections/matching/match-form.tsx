import { useState } from 'react'
import type { HostMatch } from '#contract/host/matches.ts'
import { formatDecimal, parseDecimal } from '#contract/money.ts'
import { describeZone } from '#client/lib/moments.ts'
import { Form, type ReadField } from '#client/ui/form/form.tsx'
import { FieldError } from '#client/ui/form/refused-field.ts'
import { useTask } from '#client/ui/form/use-task.ts'
import { ConsoleField } from '../../ui/console-field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { readInstant } from '../../ui/local-time.ts'
import { Panel } from '../../ui/panel.tsx'
import { readDraft } from '../../ui/read-draft.ts'
import { SpanFields } from '../../ui/span-fields.tsx'
import styles from '../../ui/form.module.css'
import type { MatchTexts } from './match-texts.ts'
import { sendMatch } from './send-match.ts'

export interface MatchFormProps {
  /** The match to change; undefined for a new one. */
  match: HostMatch | undefined
  /** The server's time, ISO 8601. */
  now: string
  /** The campaign's time zone, in which times are taken. */
  timeZone: string
  /** Called with what is typed; undefined once the form is empty again. */
  onDraft: (draft: MatchTexts | undefined) => void
  onDone: () => void
}

type ReadTime = (local: string, name: 'startsAt' | 'endsAt') => string

/** Creates a match, or changes one: once it runs, its name, a larger cap and a later end. */
export function MatchForm({ match, now, timeZone, onDraft, onDone }: MatchFormProps) {
  const task = useTask()
  const [saved, setSaved] = useState<string>()
  // A field that nobody has touched may show the match as it was when the form was opened.
  const [first] = useState(match)
  const readTime: ReadTime = (local, name) =>
    readInstant(local, { timeZone, shown: [first?.[name], match?.[name]] })
  const runs = match !== undefined && match.startsAt <= now

  async function save(read: ReadField, form: HTMLFormElement): Promise<void> {
    const endsAt = readTime(read('endsAt'), 'endsAt')
    const startsAt = readTime(read('startsAt'), 'startsAt')
    const rest = !runs && { startsAt, ratePercent: Number(read('rate')) }
    const body = { ...readAlways(read), endsAt, ...rest }
    setSaved(undefined)
    await sendMatch(match?.id ?? '', { method: match ? 'PATCH' : 'POST', body })
    setSaved(`The match of ${body.sponsor} is saved.`)
    form.reset()
    leave()
  }

  function leave(): void {
    onDraft(undefined)
    onDone()
  }

  return (
    <Panel
      title={match === undefined ? 'New match' : 'Change the match'}
      aside={describeZone(timeZone)}
    >
      <Form
        className={styles.form}
        task={task}
        onInput={({ currentTarget }) => onDraft(readTexts(currentTarget, { match, readTime }))}
        onSubmit={save}
      >
        <MoneyFields match={match} runs={runs} />
        <TimeFields match={match} runs={runs} timeZone={timeZone} />
        <FormEnd
          task={task}
          saved={saved}
          submit={match === undefined ? 'Create the match' : 'Save the match'}
          onLeave={match && leave}
        />
      </Form>
    </Panel>
  )
}

/** Reads what can be changed also while the match runs. */
function readAlways(read: ReadField) {
  return { sponsor: read('sponsor').trim(), capCents: readCap(read) }
}

function readCap(read: ReadField): number {
  const capCents = parseDecimal(read('cap').trim())
  if (capCents === undefined) throw new FieldError('cap', 'Give the most in dollars, such as 500.')
  return capCents
}

/** Reads what the preview shows; a match that runs keeps its rate. */
function readTexts(
  form: HTMLFormElement,
  { match, readTime }: Pick<MatchFormProps, 'match'> & { readTime: ReadTime },
): MatchTexts {
  const read = readDraft(form)
  return {
    sponsor: read('sponsor') ?? '',
    rate: read('rate') ?? String(match?.ratePercent ?? ''),
    cap: read('cap') ?? '',
    endsAt: readTime(read('endsAt') ?? '', 'endsAt'),
  }
}

function MoneyFields({ match, runs }: Pick<MatchFormProps, 'match'> & { runs: boolean }) {
  return (
    <>
      <ConsoleField name="sponsor" label="Sponsor">
        {(control) => (
          <input
            {...control}
            defaultValue={match?.sponsor}
            maxLength={60}
            autoComplete="off"
            data-missing="Name the sponsor."
            required
          />
        )}
      </ConsoleField>
      <div className={styles.pair}>
        {!runs && <RateField match={match} />}
        <ConsoleField
          name="cap"
          label="At most (USD)"
          isShort
          hint="Nothing is added beyond this amount."
        >
          {(control) => (
            <input
              {...control}
              inputMode="decimal"
              defaultValue={match && formatDecimal(match.capCents)}
              autoComplete="off"
              data-missing="Say how much the sponsor gives at most."
              required
            />
          )}
        </ConsoleField>
      </div>
    </>
  )
}

function RateField({ match }: Pick<MatchFormProps, 'match'>) {
  return (
    <ConsoleField
      name="rate"
      label="Rate (percent)"
      isShort
      hint="100 adds $1 to each $1, 50 adds $0.50."
    >
      {(control) => (
        <input
          {...control}
          type="number"
          min={1}
          max={1_000}
          defaultValue={match?.ratePercent ?? 100}
          required
        />
      )}
    </ConsoleField>
  )
}

function TimeFields({
  match,
  runs,
  timeZone,
}: Pick<MatchFormProps, 'match' | 'timeZone'> & { runs: boolean }) {
  return (
    <SpanFields
      timeZone={timeZone}
      start={
        runs
          ? undefined
          : {
              name: 'startsAt',
              label: 'Starts',
              value: match?.startsAt,
              missing: 'Say when the match starts.',
            }
      }
      end={{
        name: 'endsAt',
        label: 'Ends',
        value: match?.endsAt,
        missing: 'Say when the match ends.',
      }}
    />
  )
}
