import { useId, type ReactNode } from 'react'
import { useFieldProblem, type FieldAttributes } from './field-problem.tsx'

/** The attributes that the control of a field must have. */
export interface ControlAttributes extends FieldAttributes {
  id: string
  name: string
}

export interface FormFieldProps {
  /** The name under which a form's problem means this field. */
  name: string
  label: string
  /** A sentence below the field that describes it. */
  hint?: ReactNode
  hintClassName?: string | undefined
  /** Renders the control with these attributes. */
  children: (control: ControlAttributes) => ReactNode
}

/** Shows a control below its label, and below it what is wrong with its value. */
export function FormField({ name, label, hint, hintClassName, children }: FormFieldProps) {
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}-hint`
  const { attributes, message } = useFieldProblem(name, hintId)
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {children({ id, name, ...attributes })}
      {message}
      {hint !== undefined && (
        <p id={hintId} className={hintClassName}>
          {hint}
        </p>
      )}
    </>
  )
}
