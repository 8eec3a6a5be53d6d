import { useEffect, useId, useRef, useState, type Ref } from 'react'
import { useFieldProblem } from '#client/ui/form/field-problem.tsx'
import styles from './form.module.css'

export const PASSWORD_RULE = 'At least 8 characters. A long phrase is best.'

export interface PasswordFieldProps {
  ref?: Ref<HTMLInputElement>
  label?: string
  name?: string
  autoComplete: 'current-password' | 'new-password'
  /** States the rule for a new password below the field. */
  rule?: string | undefined
  missing?: string
  /** True for the field that a dialog focuses first. */
  isFirst?: boolean
}

/** Asks somebody who is logged in for their password once more. */
export function CurrentPasswordField({ isFirst = false }: Pick<PasswordFieldProps, 'isFirst'>) {
  return (
    <PasswordField
      label="Current password"
      autoComplete="current-password"
      missing="Please enter your current password."
      isFirst={isFirst}
    />
  )
}

/** Asks for a password. It can be shown while it is typed, and is hidden before it is sent. */
export function PasswordField(props: PasswordFieldProps) {
  const { ref, label = 'Password', name = 'password', autoComplete, rule, missing, isFirst } = props
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [isShown, setShown] = useState(false)
  const ruleId = rule === undefined ? undefined : `${id}-rule`
  const { attributes, message } = useFieldProblem(name, ruleId)

  useEffect(() => {
    // Browsers remember what is submitted in plain text for their suggestions.
    const hide = () => setShown(false)
    const form = frame.current?.closest('form')
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])

  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div ref={frame} className={styles.frame}>
        <input
          ref={ref}
          id={id}
          type={isShown ? 'text' : 'password'}
          name={name}
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          {...attributes}
          data-missing={missing ?? 'Please enter your password.'}
          data-first-focus={isFirst ? '' : undefined}
          required
        />
        <button
          type="button"
          className={styles.show}
          aria-pressed={isShown}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
        >
          {/* Not named for the field: `Password` must find the field alone. */}
          Show <span className="visually-hidden">what is typed</span>
        </button>
      </div>
      {message}
      {rule !== undefined && <small id={ruleId}>{rule}</small>}
    </div>
  )
}
