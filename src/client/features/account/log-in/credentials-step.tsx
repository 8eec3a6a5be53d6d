import { useEffect, useId, useRef, type RefObject } from 'react'
import { Button } from '#client/ui/button.tsx'
import { LockIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { logIn, signUp, type Credentials } from '../api/accounts.ts'
import { requireCookies } from '../api/cookies.ts'
import { EmailField } from '../form/email-field.tsx'
import styles from '../form/form.module.css'
import { PASSWORD_RULE, PasswordField } from '../form/password-field.tsx'
import { supportsPasskeys, logInWithPasskey } from '../api/passkeys.ts'
import type { ReadField } from '#client/ui/form/form.tsx'
import { TaskForm } from '../form/task-form.tsx'
import type { Problem, Task } from '#client/ui/form/use-task.ts'
import { useAccountTask } from '../form/use-account-task.ts'
import type { StepName } from './wording.ts'

const BOTH_REQUIRED = 'Please enter both email and password.'

const MODES = {
  'log-in': {
    submit: 'Log In',
    toggle: "Don't have an account? Sign up",
    other: 'sign-up',
    fields: { email: 'username', password: 'current-password' },
    rule: undefined,
  },
  'sign-up': {
    submit: 'Sign Up',
    toggle: 'Already have an account? Log in',
    other: 'log-in',
    fields: { email: 'email', password: 'new-password' },
    rule: PASSWORD_RULE,
  },
} as const

export interface CredentialsStepProps {
  mode: keyof typeof MODES
  /** The id of the dialog's heading. */
  titleId: string
  notice: string | undefined
  email: string
  onEmail: (email: string) => void
  onGoTo: (step: StepName) => void
  onLoggedIn: (account?: { isNew: boolean }) => Promise<void>
}

/** Logs in and creates accounts with the same two fields, so that what is typed serves for both. */
export function CredentialsStep(props: CredentialsStepProps) {
  const { mode, titleId, notice, onEmail, onGoTo, onLoggedIn } = props
  const { submit, toggle, other } = MODES[mode]
  const task = useAccountTask()
  const isKnown = isExistingAccount(task.problem)

  function goTo(step: StepName): void {
    task.clearProblem()
    onGoTo(step)
  }

  return (
    <>
      {notice !== undefined && <Notice ariaRole="status">{notice}</Notice>}
      <TaskForm
        task={task}
        labelledBy={titleId}
        submit={submit}
        variant={isKnown ? 'quiet' : 'gold'}
        renderAlternatives={() =>
          isKnown && (
            <ExistingAccountActions onLogIn={() => goTo('log-in')} onReset={() => goTo('forgot')} />
          )
        }
        onSubmit={(read) => submitCredentials(read, props)}
      >
        <CredentialFields
          {...props}
          onEmail={(email) => {
            if (isKnown) task.clearProblem()
            onEmail(email)
          }}
        />
        {mode === 'log-in' && <ForgotLink onPress={() => goTo('forgot')} />}
      </TaskForm>
      {mode === 'log-in' && <PasskeyLogIn task={task} onLoggedIn={onLoggedIn} />}
      {!isKnown && (
        <Button variant="link" className={styles.toggle} onClick={() => goTo(other)}>
          {toggle}
        </Button>
      )}
    </>
  )
}

type CredentialFieldsProps = Pick<CredentialsStepProps, 'mode' | 'email' | 'onEmail'>

/** Shows the two fields, with what is promised about the email of a new account. */
function CredentialFields({ mode, email, onEmail }: CredentialFieldsProps) {
  const { fields, rule } = MODES[mode]
  const promiseId = useId()
  const password = useRef<HTMLInputElement>(null)
  useFocusOnModeChange(mode, password)
  return (
    <>
      <EmailField
        autoComplete={fields.email}
        describedBy={mode === 'sign-up' ? promiseId : undefined}
        missing={BOTH_REQUIRED}
        defaultValue={email}
        onValue={onEmail}
      />
      <PasswordField
        ref={password}
        autoComplete={fields.password}
        rule={rule}
        missing={BOTH_REQUIRED}
      />
      {mode === 'sign-up' && <EmailPromise id={promiseId} />}
    </>
  )
}

/**
 * Focuses the first empty field after a switch between log-in and sign-up. Screen readers then say
 * the form's new name, which its heading gives.
 */
function useFocusOnModeChange(mode: string, password: RefObject<HTMLInputElement | null>): void {
  const shown = useRef(mode)
  useEffect(() => {
    if (shown.current === mode) return
    shown.current = mode
    const email = password.current?.form?.querySelector<HTMLInputElement>('[name="email"]')
    if (email?.value === '') email.focus()
    else password.current?.focus()
  }, [mode, password])
}

function EmailPromise({ id }: { id: string }) {
  return (
    <p id={id} className={styles.promise}>
      <LockIcon />
      Your email is for logging in, receipts and mails about your account. It is never shown to
      others.
    </p>
  )
}

function ForgotLink({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="link" className={styles.aside} onClick={onPress}>
      Forgot password?
    </Button>
  )
}

async function submitCredentials(
  read: ReadField,
  { mode, onGoTo, onLoggedIn }: CredentialsStepProps,
): Promise<void> {
  requireCookies()
  const credentials: Credentials = { email: read('email').trim(), password: read('password') }
  if (mode === 'sign-up') {
    await signUp(credentials)
    await onLoggedIn({ isNew: true })
  } else if ((await logIn(credentials)) === 'second-factor') onGoTo('second-factor')
  else await onLoggedIn()
}

interface PasskeyLogInProps {
  task: Task
  onLoggedIn: CredentialsStepProps['onLoggedIn']
}

/** Offers the log-in with a passkey, if the browser supports passkeys. */
function PasskeyLogIn({ task, onLoggedIn }: PasskeyLogInProps) {
  if (!supportsPasskeys()) return null
  const handleClick = async () => {
    requireCookies()
    await logInWithPasskey()
    await onLoggedIn()
  }
  return (
    <Button busy={task.busy} onClick={() => void task.run(handleClick)}>
      Use a passkey
    </Button>
  )
}

interface ExistingAccountActionsProps {
  onLogIn: () => void
  onReset: () => void
}

/** Offers what leads on where the address already has an account. */
function ExistingAccountActions({ onLogIn, onReset }: ExistingAccountActionsProps) {
  return (
    <div className={styles.instead}>
      <Button variant="gold" onClick={onLogIn}>
        Log in instead
      </Button>
      <Button variant="link" onClick={onReset}>
        Reset the password
      </Button>
    </div>
  )
}

function isExistingAccount(problem: Problem | undefined): boolean {
  return problem?.reason?.startsWith('USER_ALREADY_EXISTS') === true
}
