import { useId } from 'react'
import { useFieldProblem } from '#client/ui/form/field-problem.tsx'
import styles from './form.module.css'

const KINDS = {
  app: {
    label: 'Six-digit code',
    pattern: String.raw`\s*(\d\s*){6}`,
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    missing: 'Please enter the six digits that your authenticator app shows.',
    wrong: 'The code has six digits. Your authenticator app shows a new one every 30 seconds.',
  },
  recovery: {
    label: 'Recovery code',
    pattern: '.+',
    inputMode: 'text',
    autoComplete: 'off',
    missing: 'Please enter one of your recovery codes.',
    wrong: 'Please enter one of your recovery codes.',
  },
} as const

export type CodeKind = keyof typeof KINDS

/** Asks for a code of the second factor: from the authenticator app, or a recovery code. */
export function CodeField({ kind, isFirst = true }: { kind: CodeKind; isFirst?: boolean }) {
  const id = useId()
  const { label, missing, wrong, ...rest } = KINDS[kind]
  const { attributes, message } = useFieldProblem('code')
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.frame}>
        <input
          id={id}
          name="code"
          className={styles.code}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={40}
          {...rest}
          data-missing={missing}
          data-wrong={wrong}
          data-first-focus={isFirst ? '' : undefined}
          required
          {...attributes}
        />
      </div>
      {message}
    </div>
  )
}

/** Removes the spaces that apps put between digits for reading. */
export function compactCode(code: string): string {
  return code.replaceAll(/\s/g, '')
}
