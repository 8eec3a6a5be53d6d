import { useId, type Ref } from 'react'
import styles from './account-form.module.css'

export interface PasswordFieldProps {
  ref: Ref<HTMLInputElement>
  autoComplete: 'current-password' | 'new-password'
  /** What a new password must be. */
  rule: string | undefined
  /** Whether it can be read on the screen. */
  isShown: boolean
  onShow: (isShown: boolean) => void
}

export function PasswordField({ ref, autoComplete, rule, isShown, onShow }: PasswordFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Password</label>
      <div className={styles.frame}>
        <input
          ref={ref}
          id={id}
          type={isShown ? 'text' : 'password'}
          name="password"
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          aria-describedby={rule === undefined ? undefined : `${id}-rule`}
          required
        />
        <button
          type="button"
          className={styles.show}
          aria-pressed={isShown}
          aria-controls={id}
          onClick={() => onShow(!isShown)}
        >
          {/* Not named after the field: whoever asks for the password wants the field. */}
          Show <span className="visually-hidden">what is typed</span>
        </button>
      </div>
      {rule !== undefined && <small id={`${id}-rule`}>{rule}</small>}
    </div>
  )
}
