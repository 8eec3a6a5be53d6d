import { useId, useRef, useState, type Ref, type SubmitEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './account-dialog.module.css'
import { logIn, signUp, type Credentials } from './accounts.ts'

const WORDING = {
  'log-in': {
    title: 'Log In',
    lead: 'Welcome back. Your place is waiting.',
    submit: 'Log In',
    toggle: "Don't have an account? Sign up",
    other: 'sign-up',
    autoComplete: 'current-password',
    enter: logIn,
  },
  'sign-up': {
    title: 'Create Account',
    lead: 'All it takes to join the Royale.',
    submit: 'Sign Up',
    toggle: 'Already have an account? Log in',
    other: 'log-in',
    autoComplete: 'new-password',
    enter: signUp,
  },
} as const

type Mode = keyof typeof WORDING

export interface AccountDialogProps {
  onClose: () => void
  /** The server has opened a session; what is awaited here happens before the dialog closes. */
  onSignedIn: () => Promise<void>
}

/** Logging in and creating an account; on failure it stays, with all that was typed. */
export function AccountDialog({ onClose, onSignedIn }: AccountDialogProps) {
  const [mode, setMode] = useState<Mode>('log-in')
  const { busy, problem, submit, forgetProblem } = useEntrance(WORDING[mode].enter, async () => {
    await onSignedIn()
    onClose()
  })
  const titleId = useId()
  const { title, lead, toggle, other } = WORDING[mode]

  return (
    <Dialog className={styles.dialog} labelledBy={titleId} onClose={onClose}>
      <div className={styles.card}>
        <header className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
            <CloseIcon />
          </button>
          <p>{lead}</p>
        </header>
        <AccountForm mode={mode} busy={busy} problem={problem} onSubmit={submit} />
        <Button
          look="link"
          onClick={() => {
            forgetProblem()
            setMode(other)
          }}
        >
          {toggle}
        </Button>
      </div>
    </Dialog>
  )
}

interface Problem {
  sentence: string
  /** Tells one failure from the next, so that each is read aloud. */
  number: number
}

function useEntrance(
  enter: (credentials: Credentials) => Promise<void>,
  onEntered: () => Promise<void>,
) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()

  const tell = (sentence: string) =>
    setProblem((last) => ({ sentence, number: (last?.number ?? 0) + 1 }))

  async function submit(credentials: Credentials): Promise<void> {
    if (credentials.email === '' || credentials.password === '') {
      tell('Please enter both email and password.')
      return
    }
    setBusy(true)
    try {
      await enter(credentials)
      await onEntered()
    } catch (error) {
      tell(error instanceof Error ? error.message : 'Authentication error.')
    } finally {
      setBusy(false)
    }
  }

  return { busy, problem, submit, forgetProblem: () => setProblem(undefined) }
}

interface AccountFormProps {
  mode: Mode
  busy: boolean
  problem: Problem | undefined
  onSubmit: (credentials: Credentials) => Promise<void>
}

function AccountForm({ mode, busy, problem, onSubmit }: AccountFormProps) {
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const { submit } = WORDING[mode]

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (busy || !email.current || !password.current) return
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
        <input
          ref={email}
          type="email"
          name="email"
          autoComplete="email"
          required
          data-first-focus
        />
      </label>
      <PasswordField ref={password} mode={mode} />
      <Button look="gold" type="submit" busy={busy}>
        {submit}
      </Button>
    </form>
  )
}

function PasswordField({ ref, mode }: { ref: Ref<HTMLInputElement>; mode: Mode }) {
  const id = useId()
  const isNew = mode === 'sign-up'
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Password</label>
      <input
        ref={ref}
        id={id}
        type="password"
        name="password"
        autoComplete={WORDING[mode].autoComplete}
        aria-describedby={isNew ? `${id}-rule` : undefined}
        required
      />
      {isNew && (
        <small id={`${id}-rule`}>
          At least 8 characters. Long and easy to remember beats short.
        </small>
      )}
    </div>
  )
}
