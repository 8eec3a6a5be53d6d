import { ConsoleField } from './console-field.tsx'
import { toLocal } from './local-time.ts'

export interface TimeFieldProps {
  name: string
  label: string
  value: string | undefined
  missing: string
}

/** A field for an instant, to the second: the end of a round may have overtime. */
export function TimeField({ name, label, value, missing }: TimeFieldProps) {
  return (
    <ConsoleField name={name} label={label} isShort>
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          step={1}
          defaultValue={toLocal(value)}
          data-missing={missing}
          required
        />
      )}
    </ConsoleField>
  )
}
