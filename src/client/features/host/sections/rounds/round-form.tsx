import { useState } from 'react'
import { MAX_OVERTIMES } from '#contract/round-times.ts'
import type { Round } from '#contract/rounds.ts'
import { describeZone } from '#client/lib/moments.ts'
import { Form, type ReadField } from '#client/ui/form/form.tsx'
import { useTask } from '#client/ui/form/use-task.ts'
import { ConsoleField } from '../../ui/console-field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toInstant } from '../../ui/local-time.ts'
import { SpanFields } from '../../ui/span-fields.tsx'
import styles from '../../ui/form.module.css'
import { sendRound } from './send-round.ts'

export interface RoundFormProps {
  /** The round to change; undefined for a new one. */
  round: Round | undefined
  /** The server's time, ISO 8601. */
  now: string
  onDone: () => void
}

/** Creates a round, or changes one: once it runs, its name, its prize and its end. */
export function RoundForm({ round, now, onDone }: RoundFormProps) {
  const task = useTask()
  const [saved, setSaved] = useState<string>()
  const runs = round !== undefined && round.startsAt <= now

  async function save(read: ReadField, form: HTMLFormElement): Promise<void> {
    const name = read('name').trim()
    const texts = { name, prize: read('prize').trim(), endsAt: toInstant(read('endsAt')) }
    const body = { ...texts, ...(!runs && readRules(read)) }
    setSaved(undefined)
    await sendRound(round?.id ?? '', { method: round ? 'PATCH' : 'POST', body })
    setSaved(`${name} is saved.`)
    form.reset()
    onDone()
  }

  return (
    <Panel title={round === undefined ? 'New round' : 'Change the round'} aside={describeZone()}>
      <Form className={styles.form} task={task} onSubmit={save}>
        <TextFields round={round} />
        <SpanFields
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
        {!runs && <RuleFields round={round} />}
        <FormEnd
          task={task}
          saved={saved}
          submit={round === undefined ? 'Create the round' : 'Save the round'}
          onLeave={round && onDone}
        />
      </Form>
    </Panel>
  )
}

function readRules(read: ReadField) {
  return {
    startsAt: toInstant(read('startsAt')),
    ranks: read('ranks'),
    overtimes: Number(read('overtimes')),
    pending: read('pending'),
  }
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
      <div className={styles.pair}>
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
        <ConsoleField name="pending" label="Payments pending at the end">
          {(control) => (
            <select {...control} defaultValue={round?.pending ?? 'captured'}>
              <option value="captured">Count if paid in time</option>
              <option value="begun">Count if begun before the end</option>
            </select>
          )}
        </ConsoleField>
      </div>
    </>
  )
}
