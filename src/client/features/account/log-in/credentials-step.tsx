import { useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { logIn, signUp, type Credentials } from '../api/accounts.ts'
import { EmailField } from '../form/email-field.tsx'
import styles from '../form/form.module.css'
import { PASSWORD_RULE, PasswordField } from '../form/password-field.tsx'
import { supportsPasskeys, logInWithPasskey } from '../api/passkeys.ts'
import { TaskForm, type ReadField } from '../form/task-form.tsx'
import { useTask, type Problem, type Task } from '../form/use-task.ts'
import type { StepName } from './wording.ts'

const BOTH_REQUIRED = 'Please enter both email and password.'

const MODES = {
  'log-in': {
    submit: 'Log In',
    toggle: "Don't have an account? Sign up",
    other: 'sign-up',
    fields: { email: 'username', password: 'current-password' },
    hint: undefined,
    rule: undefined,
  },
  'sign-up': {
    submit: 'Sign Up',
    toggle: 'Already have an account? Log in',
    other: 'log-in',
    fields: { email: 'email', password: 'new-password' },
    hint: 'For logging in, receipts and mails about your account. It is never shown to others.',
    rule: PASSWORD_RULE,
  },
} as const

export interface CredentialsStepProps {
  mode: keyof typeof MODES
  notice: string | undefined
  email: string
  onEmail: (email: string) => void
  onGoTo: (step: StepName) => void
  onLoggedIn: (account?: { isNew: boolean }) => Promise<void>
}

/** Logs in and creates accounts with the same two fields, so that what is typed serves for both. */
export function CredentialsStep(props: CredentialsStepProps) {
  const { mode, notice, email, onEmail, onGoTo, onLoggedIn } = props
  const { submit, toggle, other, fields, hint, rule } = MODES[mode]
  const task = useTask()
  const password = useRef<HTMLInputElement>(null)

  function goTo(step: StepName): void {
    task.clearProblem()
    onGoTo(step)
  }

  return (
    <>
      {notice !== undefined && <Notice ariaRole="status">{notice}</Notice>}
      <TaskForm
        task={task}
        submit={submit}
        renderAlternatives={(problem) => (
          <ExistingAccountActions
            problem={problem}
            onLogIn={() => {
              goTo('log-in')
              password.current?.focus()
            }}
            onReset={() => goTo('forgot')}
          />
        )}
        onSubmit={(read) => submitCredentials(read, props)}
      >
        <EmailField
          autoComplete={fields.email}
          hint={hint}
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
        {mode === 'log-in' && <ForgotLink onPress={() => goTo('forgot')} />}
      </TaskForm>
      {mode === 'log-in' && <PasskeyLogIn task={task} onLoggedIn={onLoggedIn} />}
      <Button variant="link" onClick={() => goTo(other)}>
        {toggle}
      </Button>
    </>
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
  problem: Problem
  onLogIn: () => void
  onReset: () => void
}

/** Offers log-in and password reset when the address already has an account. */
function ExistingAccountActions({ problem, onLogIn, onReset }: ExistingAccountActionsProps) {
  if (problem.reason?.startsWith('USER_ALREADY_EXISTS') !== true) return null
  return (
    <div className={styles.ways}>
      <Button onClick={onLogIn}>Log in instead</Button>
      <Button onClick={onReset}>Reset the password</Button>
    </div>
  )
}
