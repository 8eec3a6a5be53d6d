import { useId, type ReactNode } from 'react'
import { LAST_LOCAL } from '../../ui/local-time.ts'
import { BoardsControl } from './boards-control.tsx'
import { ConsoleButton } from '../../ui/console-button.tsx'
import styles from './campaign.module.css'
import { MilestonesControl } from './milestones-control.tsx'
import { PictureField } from './picture-field.tsx'
import type { FieldKind } from './field-groups.ts'

export interface CampaignFieldProps {
  kind: FieldKind
  value: string
  /** The published value. */
  live: string
  /** The sentence about what is wrong; undefined if nothing is. */
  problem: string | undefined
  /** Whether the campaign file sets the field, so that it cannot be changed here. */
  isLocked: boolean
  onEdit: (value: string) => void
  onPutBack: () => void
}

/** One value of the campaign: its field, whether it is changed, and what is wrong with it. */
export function CampaignField(props: CampaignFieldProps) {
  return props.kind.input === 'picture' ? <PictureField {...props} /> : <TextField {...props} />
}

function TextField(props: CampaignFieldProps) {
  const { kind, value, live, problem, isLocked, onPutBack } = props
  const id = useId()
  const isChanged = value !== live
  return (
    <div className={styles.field} data-changed={isChanged || undefined} data-input={kind.input}>
      <label id={`${id}-label`} htmlFor={id}>
        {kind.label}
      </label>
      <Control {...props} id={id} describedBy={`${id}-notes`} />
      <div id={`${id}-notes`} className={styles.notes}>
        {problem !== undefined && <p className={styles.problem}>{problem}</p>}
        {isLocked && <p>Locked: set by the campaign file.</p>}
        {!isLocked && kind.hint !== undefined && <p>{kind.hint}</p>}
        {isChanged && (
          <p className={styles.changed}>
            <strong>Changed.</strong> Live: {live === '' ? 'nothing' : `“${shorten(live)}”`}
          </p>
        )}
      </div>
      {isChanged && (
        <ConsoleButton
          variant="bare"
          className={styles.putBack}
          aria-label={`Put back: ${kind.label}`}
          onClick={onPutBack}
        >
          Put back
        </ConsoleButton>
      )}
    </div>
  )
}

interface ControlProps extends CampaignFieldProps {
  id: string
  describedBy: string
}

const LOCAL_TIME = { type: 'datetime-local', max: LAST_LOCAL }

function Control({ kind, value, problem, isLocked, onEdit, id, describedBy }: ControlProps) {
  const shared = {
    id,
    name: kind.name,
    value,
    'aria-describedby': describedBy,
    'aria-invalid': problem !== undefined || undefined,
  }
  if (kind.input === 'boards' || kind.input === 'milestones') {
    const List = kind.input === 'boards' ? BoardsControl : MilestonesControl
    return <List {...{ value, isLocked, describedBy, onEdit }} labelledBy={`${id}-label`} />
  }
  if (kind.input === 'choice') {
    return (
      <select {...shared} disabled={isLocked} onChange={(event) => onEdit(event.target.value)}>
        {kind.options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  }
  const typed = { ...shared, maxLength: kind.maxLength, readOnly: isLocked }
  if (kind.input === 'lines') {
    return <textarea {...typed} rows={5} onChange={(event) => onEdit(event.target.value)} />
  }
  return (
    <>
      <input
        {...typed}
        {...(kind.input === 'time' ? LOCAL_TIME : { type: 'text' })}
        inputMode={kind.input === 'amount' ? 'decimal' : undefined}
        list={kind.input === 'zone' ? `${id}-zones` : undefined}
        autoComplete="off"
        onChange={(event) => onEdit(event.target.value)}
      />
      {kind.input === 'zone' && <Zones id={`${id}-zones`} />}
    </>
  )
}

function Zones({ id }: { id: string }): ReactNode {
  return (
    <datalist id={id}>
      {Intl.supportedValuesOf('timeZone').map((zone) => (
        <option key={zone} value={zone}>
          {zone}
        </option>
      ))}
    </datalist>
  )
}

const MAX_SHOWN = 80

function shorten(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`
}
