import { useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { logIn, signUp, type Credentials } from './accounts.ts'
import { EmailField } from './email-field.tsx'
import styles from './form.module.css'
import { PasswordField } from './password-field.tsx'
import { knowsPasskeys, logInWithPasskey } from './passkeys.ts'
import { TaskForm, type ReadField } from './task-form.tsx'
import { useTask, type Problem, type Task } from './use-task.ts'
import { PASSWORD_RULE, type StepName } from './wording.ts'

const BOTH_WANTED = 'Please enter both email and password.'

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
  onEntered: (account?: { isNew: boolean }) => Promise<void>
}

/** Logs in and creates accounts with the same two fields, so that what is typed serves for both. */
export function CredentialsStep(props: CredentialsStepProps) {
  const { mode, notice, email, onEmail, onGoTo, onEntered } = props
  const { submit, toggle, other, fields, hint, rule } = MODES[mode]
  const task = useTask()
  const password = useRef<HTMLInputElement>(null)

  function change(step: StepName): void {
    task.forget()
    onGoTo(step)
  }

  return (
    <>
      {notice !== undefined && <Notice kind="status">{notice}</Notice>}
      <TaskForm
        task={task}
        submit={submit}
        renderWaysOut={(problem) => (
          <KnownAddress
            problem={problem}
            onLogIn={() => {
              change('log-in')
              password.current?.focus()
            }}
            onReset={() => change('forgot')}
          />
        )}
        onSubmit={(read) => enter(read, props)}
      >
        <EmailField
          autoComplete={fields.email}
          hint={hint}
          missing={BOTH_WANTED}
          defaultValue={email}
          onValue={onEmail}
        />
        <PasswordField
          ref={password}
          autoComplete={fields.password}
          rule={rule}
          missing={BOTH_WANTED}
        />
        {mode === 'log-in' && <ForgotLink onPress={() => change('forgot')} />}
      </TaskForm>
      {mode === 'log-in' && <PasskeyWay task={task} onEntered={onEntered} />}
      <Button look="link" onClick={() => change(other)}>
        {toggle}
      </Button>
    </>
  )
}

function ForgotLink({ onPress }: { onPress: () => void }) {
  return (
    <Button look="link" className={styles.aside} onClick={onPress}>
      Forgot password?
    </Button>
  )
}

async function enter(
  read: ReadField,
  { mode, onGoTo, onEntered }: CredentialsStepProps,
): Promise<void> {
  const credentials: Credentials = { email: read('email').trim(), password: read('password') }
  if (mode === 'sign-up') {
    await signUp(credentials)
    await onEntered({ isNew: true })
  } else if ((await logIn(credentials)) === 'second-factor') onGoTo('second-factor')
  else await onEntered()
}

interface PasskeyWayProps {
  task: Task
  onEntered: CredentialsStepProps['onEntered']
}

/** Offers the way in without a password, where the browser has it. */
function PasskeyWay({ task, onEntered }: PasskeyWayProps) {
  if (!knowsPasskeys()) return null
  const enter = async () => {
    await logInWithPasskey()
    await onEntered()
  }
  return (
    <Button busy={task.busy} onClick={() => void task.run(enter)}>
      Use a passkey
    </Button>
  )
}

interface KnownAddressProps {
  problem: Problem
  onLogIn: () => void
  onReset: () => void
}

/** Offers the ways in when an address has an account already. */
function KnownAddress({ problem, onLogIn, onReset }: KnownAddressProps) {
  if (problem.reason?.startsWith('USER_ALREADY_EXISTS') !== true) return null
  return (
    <div className={styles.ways}>
      <Button onClick={onLogIn}>Log in instead</Button>
      <Button onClick={onReset}>Reset the password</Button>
    </div>
  )
}
