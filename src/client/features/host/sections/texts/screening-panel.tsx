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
import { parseAmounts, parseWords, writeAmounts } from './screening-fields.ts'
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
  const [edited, setEdited] = useState<ScreeningSettings>()
  const source = useHostData(HOST_ROUTES.screening, screeningSettingsSchema, TEXTS)
  return (
    <Panel title="Screening" aside="never touches money">
      <DataView source={source} name="the screening" lines={3}>
        {(settings) => (
          <div className={styles.panel}>
            {edited !== undefined && edited.revision !== settings.revision && (
              <Notice
                ariaRole="status"
                action={
                  <ConsoleButton onClick={() => setEdited(undefined)}>Show theirs</ConsoleButton>
                }
              >
                Another host has changed the screening. What you typed is still here.
              </Notice>
            )}
            <ScreeningForm
              key={(edited ?? settings).revision}
              settings={edited ?? settings}
              onEdit={() => setEdited((known) => known ?? settings)}
              onSaved={async () => {
                setEdited(undefined)
                await source.refresh()
              }}
            />
          </div>
        )}
      </DataView>
    </Panel>
  )
}

interface FormProps {
  settings: ScreeningSettings
  /** Called whenever the host changes a field. */
  onEdit: () => void
  onSaved: () => Promise<void>
}

type Mode = Pick<ScreeningSettings, 'mode' | 'messages'>

function ScreeningForm({ settings, onEdit, onSaved }: FormProps) {
  const [mode, setMode] = useState<Mode>({ mode: settings.mode, messages: settings.messages })
  const [words, setWords] = useState(settings.words.join('\n'))
  const [amounts, setAmounts] = useState(writeAmounts(settings.amountsCents))
  const { isBusy, problem, save, dismiss } = useSave(onSaved)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const { revision } = settings
    void save(() => ({
      ...mode,
      words: parseWords(words),
      amountsCents: parseAmounts(amounts),
      revision,
    }))
  }
  return (
    <form className={styles.screening} onChange={onEdit} onSubmit={submit}>
      {problem !== undefined && (
        <Notice ariaRole="alert" tone="error" onDismiss={dismiss}>
          {problem}
        </Notice>
      )}
      <ModeFields value={mode} onChange={setMode} />
      <Lines label="Your words, one a line" value={words} onChange={setWords} />
      <Lines
        label="Amounts whose texts are denied, one a line"
        value={amounts}
        onChange={setAmounts}
      />
      <ConsoleButton type="submit" variant="light" busy={isBusy}>
        Save the screening
      </ConsoleButton>
    </form>
  )
}

/** The settings that an owner alone may change. */
function ModeFields({ value, onChange }: { value: Mode; onChange: (value: Mode) => void }) {
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
            checked={value.mode === mode}
            onChange={() => onChange({ ...value, mode })}
          />
          {label}
        </label>
      ))}
      <label>
        <input
          type="checkbox"
          className={choice.choice}
          checked={value.messages}
          onChange={({ target }) => onChange({ ...value, messages: target.checked })}
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

/** Saves settings, and keeps the sentence of a failure. */
function useSave(onSaved: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const save = async (read: () => ScreeningSettings) => {
    setBusy(true)
    try {
      await callHost(HOST_ROUTES.screening, screeningSettingsSchema, {
        method: 'PUT',
        body: read(),
      })
      setProblem(undefined)
      await onSaved()
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : 'Something went wrong. Try again.')
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, save, dismiss: () => setProblem(undefined) }
}
