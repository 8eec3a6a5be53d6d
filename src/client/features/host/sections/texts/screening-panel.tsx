import { useState } from 'react'
import { hasPermission } from '#contract/host/roles.ts'
import { screeningSettingsSchema, type ScreeningSettings } from '#contract/host/texts.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { FormField } from '#client/ui/form/form-field.tsx'
import { FormProblemNotice } from '#client/ui/form/field-problem.tsx'
import { Form } from '#client/ui/form/form.tsx'
import { findFieldByWords, type FieldWords } from '#client/ui/form/refused-field.ts'
import { useTask, type Task } from '#client/ui/form/use-task.ts'
import { LockIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { callHost } from '../../api/call-host.ts'
import type { ChangeTopic } from '../../api/changes.ts'
import { useHostData } from '../../api/use-host-data.ts'
import { useConsole } from '../../session/console-context.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { DataView } from '../../ui/data-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { parseSettings, writeSettings, type ScreeningFields } from './screening-fields.ts'
import choice from '#client/ui/choice.module.css'
import styles from './screening.module.css'

const TEXTS: readonly ChangeTopic[] = ['texts']

const MODES: readonly { mode: ScreeningSettings['mode']; label: string }[] = [
  { mode: 'off', label: 'Off: everything is shown' },
  { mode: 'automatic', label: 'Automatic: the word list and your own words hold texts back' },
  { mode: 'hold', label: 'Hold: every text waits for a person' },
]

/** The lists of the form, by the sentences of `screeningSettingsSchema`. */
const LISTS: FieldWords = [
  [/\bwords?\b/, 'words'],
  [/\bamounts?\b/, 'amounts'],
]

/**
 * Shows how texts are screened, and changes it. What the host has begun to change stays as it is
 * when others change the settings meanwhile.
 */
export function ScreeningPanel() {
  const [edited, setEdited] = useState<ScreeningFields>()
  const source = useHostData(HOST_ROUTES.screening, screeningSettingsSchema, TEXTS)
  const { task, saved, isSaved, save, forgetSaved } = useSave()

  const submit = async (fields: ScreeningFields) => {
    const { revision } = await save(fields)
    // Texts typed since stay, as a change of what was saved.
    setEdited((known) => (known === fields || !known ? undefined : { ...known, revision }))
  }

  return (
    <Panel title="Screening" aside="never touches money">
      <DataView source={source} name="the screening" lines={3}>
        {(read) => {
          const settings = saved !== undefined && saved.revision > read.revision ? saved : read
          return (
            <div className={styles.panel}>
              {!task.busy && edited !== undefined && edited.revision !== settings.revision && (
                <TheirChange
                  onShow={() => {
                    task.clearProblem()
                    setEdited(undefined)
                  }}
                />
              )}
              <ScreeningForm
                fields={edited ?? writeSettings(settings)}
                task={task}
                isSaved={isSaved}
                onEdit={(fields) => {
                  forgetSaved()
                  setEdited(fields)
                }}
                onSubmit={submit}
              />
            </div>
          )
        }}
      </DataView>
    </Panel>
  )
}

/** Tells that the settings have changed under what the host types. */
function TheirChange({ onShow }: { onShow: () => void }) {
  return (
    <Notice ariaRole="status" action={<ConsoleButton onClick={onShow}>Show theirs</ConsoleButton>}>
      Another host has changed the screening. What you typed is still here.
    </Notice>
  )
}

interface ScreeningFormProps {
  fields: ScreeningFields
  task: Task
  isSaved: boolean
  onEdit: (fields: ScreeningFields) => void
  onSubmit: (fields: ScreeningFields) => Promise<void>
}

function ScreeningForm({ fields, task, isSaved, onEdit, onSubmit }: ScreeningFormProps) {
  const isOwner = hasPermission(useConsole().account.role, 'settings')
  return (
    <Form
      className={styles.screening}
      task={task}
      findField={(error) => findFieldByWords(error, LISTS)}
      onSubmit={() => onSubmit(fields)}
    >
      {isOwner ? (
        <ModeFields value={fields} onChange={(mode) => onEdit({ ...fields, ...mode })} />
      ) : (
        <ModeFacts {...fields} />
      )}
      <Lines
        name="words"
        label="Blocked words, one per line"
        value={fields.words}
        isUsed={fields.mode !== 'off'}
        onChange={(words) => onEdit({ ...fields, words })}
      />
      <Lines
        name="amounts"
        label="Block texts of these amounts, one per line"
        value={fields.amounts}
        isUsed={fields.mode !== 'off'}
        onChange={(amounts) => onEdit({ ...fields, amounts })}
      />
      <div className={styles.end}>
        <ConsoleButton type="submit" variant="light" busy={task.busy}>
          {isOwner ? 'Save the screening' : 'Save both lists'}
        </ConsoleButton>
        <FormProblemNotice />
        {isSaved && (
          <Notice ariaRole="status" tone="success">
            Saved.
          </Notice>
        )}
      </div>
    </Form>
  )
}

type Mode = Pick<ScreeningFields, 'mode' | 'messages'>

interface ModeFieldsProps {
  value: Mode
  onChange: (value: Mode) => void
}

/** The settings that an owner alone may change. */
function ModeFields({ value: { mode: chosen, messages }, onChange }: ModeFieldsProps) {
  return (
    <fieldset>
      <legend>Names and messages are screened</legend>
      {MODES.map(({ mode, label }) => (
        <label key={mode}>
          <input
            type="radio"
            className={choice.choice}
            name="mode"
            checked={chosen === mode}
            onChange={() => onChange({ mode, messages })}
          />
          {label}
        </label>
      ))}
      <label>
        <input
          type="checkbox"
          className={choice.choice}
          checked={messages}
          onChange={({ target }) => onChange({ mode: chosen, messages: target.checked })}
        />
        Donations may have a message
      </label>
    </fieldset>
  )
}

/** Says to all others how texts are screened, since they cannot choose it. */
function ModeFacts({ mode: chosen, messages }: Mode) {
  return (
    <div className={styles.facts}>
      <h4>Names and messages are screened</h4>
      <p>{MODES.find(({ mode }) => mode === chosen)?.label}</p>
      <p>{messages ? 'Donations may have a message' : 'Donations have no messages'}</p>
      <p className={styles.small}>
        <LockIcon />
        Only an owner changes how texts are screened.
      </p>
    </div>
  )
}

interface LinesProps {
  name: string
  label: string
  value: string
  /** False while nothing is screened. */
  isUsed: boolean
  onChange: (value: string) => void
}

function Lines({ name, label, value, isUsed, onChange }: LinesProps) {
  const hint = !isUsed && { hint: 'Not used while screening is off.', hintClassName: styles.small }
  return (
    <div className={styles.lines}>
      <FormField name={name} label={label} {...hint}>
        {(control) => (
          <textarea
            {...control}
            rows={4}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </FormField>
    </div>
  )
}

/** Saves settings, and keeps what the server made of them. */
function useSave() {
  const task = useTask()
  const [saved, setSaved] = useState<ScreeningSettings>()
  const [isSaved, setIsSaved] = useState(false)

  /** Returns the settings as they were saved. */
  async function save(fields: ScreeningFields): Promise<ScreeningSettings> {
    setIsSaved(false)
    const call = { method: 'PUT', body: parseSettings(fields) } as const
    const settings = await callHost(HOST_ROUTES.screening, screeningSettingsSchema, call)
    setSaved(settings)
    setIsSaved(true)
    return settings
  }

  return { task, saved, isSaved, save, forgetSaved: () => setIsSaved(false) }
}
