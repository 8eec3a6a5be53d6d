import { Field, type FieldProps } from './field.tsx'

export interface DayFieldProps extends Omit<FieldProps, 'children'> {
  /** The day as in `2026-11-22`; empty for none. */
  value: string
  onChange: (day: string) => void
}

/** Asks for a day. */
export function DayField({ value, onChange, ...field }: DayFieldProps) {
  return (
    <Field {...field}>
      {(id) => (
        <input
          id={id}
          type="date"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
