import { Field, type FieldProps } from './field.tsx'

export interface DayFieldProps extends Omit<FieldProps, 'children'> {
  /** The day as in `2026-11-22`; empty for none. */
  value: string
  onChange: (day: string) => void
  /** The name of the value in its form. */
  name?: string
}

/** Asks for a day. */
export function DayField({ value, onChange, name, ...field }: DayFieldProps) {
  return (
    <Field {...field}>
      {(id) => (
        <input
          id={id}
          name={name}
          type="date"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
