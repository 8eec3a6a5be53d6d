import { ConsoleField } from './console-field.tsx'
import { LAST_LOCAL, toLocal } from './local-time.ts'

export interface TimeFieldProps {
  name: string
  label: string
  value: string | undefined
  missing: string
  /** The time zone in which the field has its value. */
  timeZone: string
}

/** A field for an instant, to the second: the end of a round may have overtime. */
export function TimeField({ name, label, value, missing, timeZone }: TimeFieldProps) {
  return (
    <ConsoleField name={name} label={label} isShort>
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          step={1}
          max={LAST_LOCAL}
          defaultValue={toLocal(value, timeZone)}
          data-missing={missing}
          data-wrong="Give a year of four digits."
          required
        />
      )}
    </ConsoleField>
  )
}
