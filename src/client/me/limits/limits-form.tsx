import { useState } from 'react'
import { formatDecimal, parseDecimal } from '#contract/money.ts'
import type { LimitSpan, LimitsUpdate, OwnLimits } from '#contract/spending.ts'
import { describeDecimal } from '#client/lib/decimal-problem.ts'
import { saveOwnLimits } from '#client/lib/own-limits.ts'
import { FormField } from '#client/ui/form/form-field.tsx'
import { Form } from '#client/ui/form/form.tsx'
import { FieldError, findFieldByWords } from '#client/ui/form/refused-field.ts'
import { useTask } from '#client/ui/form/use-task.ts'
import { ShareBar } from '#client/ui/share-bar.tsx'
import { SaveEnd } from '../save-end.tsx'
import pageStyles from '../me-page.module.css'
import styles from './limits.module.css'
import { describeLater, listFacts } from './limits-words.ts'

export interface LimitsFormProps {
  limits: OwnLimits
  onChanged: (limits: OwnLimits) => void
}

/** Changes the limits a day and a week. */
export function LimitsForm({ limits, onChanged }: LimitsFormProps) {
  const task = useTask()
  const [day, setDay] = useState(toText(limits.day))
  const [week, setWeek] = useState(toText(limits.week))
  const [isSaved, setSaved] = useState(false)

  async function save(): Promise<void> {
    setSaved(false)
    const wanted = { dayCents: readLimit('day', day), weekCents: readLimit('week', week) }
    onChanged(await saveOwnLimits(wanted))
    setSaved(true)
  }

  return (
    <Form task={task} className={pageStyles.form} findField={findLimitField} onSubmit={save}>
      <div className={styles.fields}>
        <LimitField span="day" text={day} limits={limits} onChange={setDay} />
        <LimitField span="week" text={week} limits={limits} onChange={setWeek} />
      </div>
      <SaveEnd task={task} isSaved={isSaved} label="Save limits" />
    </Form>
  )
}

const LABELS: Record<LimitSpan, string> = {
  day: 'Daily limit (USD)',
  week: 'Weekly limit (USD)',
}

interface LimitFieldProps {
  span: LimitSpan
  text: string
  limits: OwnLimits
  onChange: (text: string) => void
}

function LimitField({ span, text, limits, onChange }: LimitFieldProps) {
  const later = describeLater(limits[span])
  return (
    <div className={pageStyles.form}>
      <FormField
        name={span}
        label={LABELS[span]}
        hint={later ?? 'Leave empty for no limit.'}
        hintClassName={pageStyles.hint}
      >
        {(control) => (
          <input
            {...control}
            className={pageStyles.input}
            value={text}
            inputMode="decimal"
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </FormField>
    </div>
  )
}

/** Says and draws how much of the limits is used now, the host's among them. */
export function LimitFacts({ limits }: { limits: OwnLimits }) {
  const facts = listFacts(limits)
  return (
    facts.length > 0 && (
      <ul className={styles.facts}>
        {facts.map((fact) => (
          <li key={fact.sentence}>
            {fact.sentence}
            <ShareBar share={fact.usedShare} />
          </li>
        ))}
      </ul>
    )
  )
}

/** Returns the field's text: the limit that was asked for last, also while it waits. */
function toText({ cents, later }: OwnLimits['day']): string {
  const asked = later === null ? cents : later.cents
  return asked === null ? '' : formatDecimal(asked)
}

/** Returns the cents of a field, null for an empty one; throws if it is no amount. */
function readLimit(span: LimitSpan, text: string): LimitsUpdate['dayCents'] {
  const amount = text.trim().replace(/^\$/, '')
  if (amount === '') return null
  const cents = parseDecimal(amount)
  if (cents === undefined) {
    throw new FieldError(span, describeDecimal(amount, '50.00').problem)
  }
  return cents
}

function findLimitField(error: unknown): string | undefined {
  return findFieldByWords(error, [
    [/a day/, 'day'],
    [/a week/, 'week'],
  ])
}
