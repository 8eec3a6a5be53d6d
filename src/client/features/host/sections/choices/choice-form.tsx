import { useState } from 'react'
import { MAX_OPTIONS, MIN_OPTIONS } from '#contract/choices.ts'
import type { HostChoice } from '#contract/host/choices.ts'
import { describeZone } from '#client/lib/moments.ts'
import { Form, type ReadField } from '#client/ui/form/form.tsx'
import { useTask } from '#client/ui/form/use-task.ts'
import { ConsoleField } from '../../ui/console-field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { readInstant } from '../../ui/local-time.ts'
import { Panel } from '../../ui/panel.tsx'
import { readDraft } from '../../ui/read-draft.ts'
import { SpanFields } from '../../ui/span-fields.tsx'
import styles from '../../ui/form.module.css'
import { describeFixed, readOptions, type ChoiceTexts } from './choice-texts.ts'
import { sendChoice } from './send-choice.ts'

export interface ChoiceFormProps {
  /** The choice to change; undefined for a new one. */
  choice: HostChoice | undefined
  /** Called with what is typed; undefined once the form is empty again. */
  /** The campaign's time zone, in which times are taken. */
  timeZone: string
  onDraft: (draft: ChoiceTexts | undefined) => void
  onDone: () => void
}

type ReadTime = (local: string, name: 'opensAt' | 'closesAt') => string

/** Creates a choice, or changes one: once its votes are paid, or may be, only its closing. */
export function ChoiceForm({ choice, timeZone, onDraft, onDone }: ChoiceFormProps) {
  const task = useTask()
  const [saved, setSaved] = useState<string>()
  // A field that nobody has touched may show the choice as it was when the form was opened.
  const [first] = useState(choice)
  const readTime: ReadTime = (local, name) =>
    readInstant(local, { timeZone, shown: [first?.[name], choice?.[name]] })
  const fixed = choice?.voted === true ? choice : undefined
  const isVoted = fixed !== undefined

  async function save(read: ReadField, form: HTMLFormElement): Promise<void> {
    const closesAt = readTime(read('closesAt'), 'closesAt')
    const opensAt = readTime(read('opensAt'), 'opensAt')
    const body = isVoted ? { closesAt } : { closesAt, opensAt, ...readWords(read) }
    setSaved(undefined)
    await sendChoice(choice?.id ?? '', { method: choice ? 'PATCH' : 'POST', body })
    setSaved('The choice is saved.')
    form.reset()
    leave()
  }

  function leave(): void {
    onDraft(undefined)
    onDone()
  }

  return (
    <Panel
      title={choice === undefined ? 'New choice' : 'Change the choice'}
      aside={describeZone(timeZone)}
    >
      <Form
        className={styles.form}
        task={task}
        onInput={({ currentTarget }) => onDraft(readTexts(currentTarget, { choice, readTime }))}
        onSubmit={save}
      >
        {fixed && (
          <p className={styles.hint}>
            {describeFixed(fixed, timeZone)}: only a later closing can be set.
          </p>
        )}
        {!isVoted && <OpenFields choice={choice} />}
        <TimeFields choice={choice} isVoted={isVoted} timeZone={timeZone} />
        <FormEnd
          task={task}
          saved={saved}
          submit={choice === undefined ? 'Create the choice' : 'Save the choice'}
          onLeave={choice && leave}
        />
      </Form>
    </Panel>
  )
}

function readWords(read: ReadField) {
  return { question: read('question').trim(), options: readOptions(read('options')) }
}

/** Reads what the preview shows; a choice that somebody votes on keeps its words. */
function readTexts(
  form: HTMLFormElement,
  { choice, readTime }: Pick<ChoiceFormProps, 'choice'> & { readTime: ReadTime },
): ChoiceTexts {
  const read = readDraft(form)
  return {
    question: read('question') ?? choice?.question ?? '',
    options: read('options') ?? joinOptions(choice),
    opensAt: readTime(read('opensAt') ?? '', 'opensAt'),
    closesAt: readTime(read('closesAt') ?? '', 'closesAt'),
  }
}

function joinOptions(choice: HostChoice | undefined): string {
  return (choice?.options ?? []).map(({ label }) => label).join('\n')
}

function OpenFields({ choice }: Pick<ChoiceFormProps, 'choice'>) {
  return (
    <>
      <ConsoleField name="question" label="Question">
        {(control) => (
          <input
            {...control}
            defaultValue={choice?.question}
            maxLength={80}
            autoComplete="off"
            data-missing="Ask the question."
            required
          />
        )}
      </ConsoleField>
      <ConsoleField
        name="options"
        label="Options"
        hint={`${MIN_OPTIONS} to ${MAX_OPTIONS}, one per line, in the order of the page.`}
      >
        {(control) => (
          <textarea
            {...control}
            rows={5}
            defaultValue={joinOptions(choice)}
            data-missing="Give at least two options."
            required
          />
        )}
      </ConsoleField>
    </>
  )
}

function TimeFields({
  choice,
  isVoted,
  timeZone,
}: Pick<ChoiceFormProps, 'choice' | 'timeZone'> & { isVoted: boolean }) {
  return (
    <SpanFields
      timeZone={timeZone}
      start={
        isVoted
          ? undefined
          : {
              name: 'opensAt',
              label: 'Opens',
              value: choice?.opensAt,
              missing: 'Say when the choice opens.',
            }
      }
      end={{
        name: 'closesAt',
        label: 'Closes',
        value: choice?.closesAt,
        missing: 'Say when the choice closes.',
      }}
    />
  )
}
