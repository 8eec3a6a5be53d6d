import { useId } from 'react'
import { MAX_EMAIL_LENGTH } from '#contract/email-address.ts'
import { useFieldProblem } from '#client/ui/form/field-problem.tsx'
import styles from './form.module.css'

export interface EmailFieldProps {
  label?: string
  /** Tells browsers and password managers how to fill the field. */
  autoComplete: 'username' | 'email'
  /** The id of the sentence that says how the email is used. */
  describedBy?: string | undefined
  missing?: string
  defaultValue?: string
  onValue?: (value: string) => void
}

export function EmailField(props: EmailFieldProps) {
  const { label = 'Email', autoComplete, describedBy, missing, defaultValue, onValue } = props
  const id = useId()
  const { attributes, message } = useFieldProblem('email', describedBy)
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.frame}>
        <input
          id={id}
          type="email"
          inputMode="email"
          name="email"
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="next"
          maxLength={MAX_EMAIL_LENGTH}
          defaultValue={defaultValue}
          onChange={(event) => onValue?.(event.target.value)}
          {...attributes}
          data-missing={missing ?? 'Please enter your email.'}
          required
          data-first-focus
        />
      </div>
      {message}
    </div>
  )
}
