import { useId, useState, type SyntheticEvent } from 'react'
import { AppError } from '#contract/app-error.ts'
import { hasPermission } from '#contract/host/roles.ts'
import { screeningSettingsSchema, type ScreeningSettings } from '#contract/host/texts.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { Notice } from '#client/ui/notice.tsx'
import { callHost } from '../../api/call-host.ts'
import type { ChangeTopic } from '../../api/changes.ts'
import { useHostData } from '../../api/use-host-data.ts'
import { useConsole } from '../../session/console-context.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { DataView } from '../../ui/data-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { parseSettings, writeSettings, type ScreeningFields } from './screening-fields.ts'
import choice from '../../ui/choice.module.css'
import styles from './screening.module.css'

const TEXTS: readonly ChangeTopic[] = ['texts']

const MODES: readonly { mode: ScreeningSettings['mode']; label: string }[] = [
  { mode: 'off', label: 'Off: everything is shown' },
  { mode: 'automatic', label: 'Automatic: the word list and your own words hold texts back' },
  { mode: 'hold', label: 'Hold: every text waits for a person' },
]

/**
 * Shows how texts are screened, and changes it. What the host has begun to change stays as it is
 * when others change the settings meanwhile.
 */
export function ScreeningPanel() {
  const [edited, setEdited] = useState<ScreeningFields>()
  const source = useHostData(HOST_ROUTES.screening, screeningSettingsSchema, TEXTS)
  const { isBusy, problem, saved, isSaved, save, forgetSaved, dismiss } = useSave()

  const submit = async (fields: ScreeningFields) => {
    const settings = await save(fields)
    if (settings === undefined) return
    const { revision } = settings
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
              {!isBusy && edited !== undefined && edited.revision !== settings.revision && (
                <TheirChange
                  onShow={() => {
                    dismiss()
                    setEdited(undefined)
                  }}
                />
              )}
              <ScreeningForm
                fields={edited ?? writeSettings(settings)}
                isBusy={isBusy}
                problem={problem}
                isSaved={isSaved}
                onDismiss={dismiss}
                onEdit={(fields) => {
                  forgetSaved()
                  setEdited(fields)
                }}
                onSubmit={(fields) => void submit(fields)}
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

interface FormProps {
  fields: ScreeningFields
  isBusy: boolean
  /** The sentence of a failure. */
  problem: string | undefined
  isSaved: boolean
  onDismiss: () => void
  onEdit: (fields: ScreeningFields) => void
  onSubmit: (fields: ScreeningFields) => void
}

function ScreeningForm({ fields, isBusy, problem, isSaved, onEdit, ...on }: FormProps) {
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isBusy) on.onSubmit(fields)
  }
  return (
    <form className={styles.screening} onSubmit={submit}>
      <ModeFields value={fields} onChange={(mode) => onEdit({ ...fields, ...mode })} />
      <Lines
        label="Your words, one a line"
        value={fields.words}
        onChange={(words) => onEdit({ ...fields, words })}
      />
      <Lines
        label="Amounts whose texts are denied, one a line"
        value={fields.amounts}
        onChange={(amounts) => onEdit({ ...fields, amounts })}
      />
      <div className={styles.end}>
        <ConsoleButton type="submit" variant="light" busy={isBusy}>
          Save the screening
        </ConsoleButton>
        {problem !== undefined && (
          <Notice ariaRole="alert" tone="error" onDismiss={on.onDismiss}>
            {problem}
          </Notice>
        )}
        {isSaved && (
          <Notice ariaRole="status" tone="success">
            Saved.
          </Notice>
        )}
      </div>
    </form>
  )
}

type Mode = Pick<ScreeningFields, 'mode' | 'messages'>

interface ModeFieldsProps {
  value: Mode
  onChange: (value: Mode) => void
}

/** The settings that an owner alone may change. */
function ModeFields({ value: { mode: chosen, messages }, onChange }: ModeFieldsProps) {
  const mayChange = hasPermission(useConsole().account.role, 'settings')
  return (
    <fieldset disabled={!mayChange}>
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
      {!mayChange && <p className={styles.small}>Only an owner may change these.</p>}
    </fieldset>
  )
}

interface LinesProps {
  label: string
  value: string
  onChange: (value: string) => void
}

function Lines({ label, value, onChange }: LinesProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <textarea id={id} rows={4} value={value} onChange={({ target }) => onChange(target.value)} />
    </div>
  )
}

/** Saves settings, and keeps what the server made of them, or the sentence of a failure. */
function useSave() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [saved, setSaved] = useState<ScreeningSettings>()
  const [isSaved, setIsSaved] = useState(false)

  /** Returns the settings as they were saved, or undefined after a failure. */
  const save = async (fields: ScreeningFields): Promise<ScreeningSettings | undefined> => {
    setBusy(true)
    setProblem(undefined)
    setIsSaved(false)
    try {
      const call = { method: 'PUT', body: parseSettings(fields) } as const
      const settings = await callHost(HOST_ROUTES.screening, screeningSettingsSchema, call)
      setSaved(settings)
      setIsSaved(true)
      return settings
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : 'Something went wrong. Try again.')
      return undefined
    } finally {
      setBusy(false)
    }
  }
  const forgetSaved = () => setIsSaved(false)
  return {
    isBusy,
    problem,
    saved,
    isSaved,
    save,
    forgetSaved,
    dismiss: () => setProblem(undefined),
  }
}
