import { useId, type ReactNode } from 'react'
import styles from './field.module.css'

export interface FieldProps {
  label: string
  className?: string | undefined
  /** Renders the control, which must have this id. */
  children: (id: string) => ReactNode
}

/** Shows a control of a filter below its label. */
export function Field({ label, className = '', children }: FieldProps) {
  const id = useId()
  return (
    <div className={`${styles.field} ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
