import { useId } from 'react'
import { MAX_EMAIL_LENGTH } from '#contract/email-address.ts'
import styles from './form.module.css'

export interface EmailFieldProps {
  label?: string
  /** Tells browsers and password managers how to fill the field. */
  autoComplete: 'username' | 'email'
  /** Says below the field how the e-mail is used. */
  hint?: string | undefined
  missing?: string
  defaultValue?: string
  onValue?: (value: string) => void
}

export function EmailField(props: EmailFieldProps) {
  const { label = 'Email', autoComplete, hint, missing, defaultValue, onValue } = props
  const id = useId()
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
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          data-missing={missing ?? 'Please enter your e-mail.'}
          required
          data-first-focus
        />
      </div>
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  )
}
