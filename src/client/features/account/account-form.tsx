import { useRef, useState, type SubmitEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './account-form.module.css'
import type { Credentials } from './accounts.ts'
import { PasswordField } from './password-field.tsx'

export interface Problem {
  sentence: string
  /** Tells one failure from the next, so that each is read aloud. */
  number: number
}

export interface AccountFormProps {
  /** What the button says. */
  submit: string
  /** What browsers and password managers fill the fields with. */
  fields: { email: 'username' | 'email'; password: 'current-password' | 'new-password' }
  rule: string | undefined
  busy: boolean
  problem: Problem | undefined
  onSubmit: (credentials: Credentials) => Promise<void>
}

export function AccountForm({ submit, fields, rule, busy, problem, onSubmit }: AccountFormProps) {
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [isShown, setShown] = useState(false)

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (busy || !email.current || !password.current) return
    // Browsers keep what is sent in plain sight for their suggestions.
    setShown(false)
    const credentials = { email: email.current.value.trim(), password: password.current.value }
    if (credentials.email === '') email.current.focus()
    else if (credentials.password === '') password.current.focus()
    void onSubmit(credentials)
  }

  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      {problem && (
        <Notice key={problem.number} kind="alert" tone="trouble">
          {problem.sentence}
        </Notice>
      )}
      <label className={styles.field}>
        <span>Email</span>
        <span className={styles.frame}>
          <input
            ref={email}
            type="email"
            inputMode="email"
            name="email"
            autoComplete={fields.email}
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="next"
            required
            data-first-focus
          />
        </span>
      </label>
      <PasswordField
        ref={password}
        autoComplete={fields.password}
        rule={rule}
        isShown={isShown}
        onShow={setShown}
      />
      <Button look="gold" type="submit" busy={busy}>
        {submit}
      </Button>
    </form>
  )
}
