import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DialogCard } from '../../ui/dialog-card.tsx'
import { AccountForm, type Problem } from './account-form.tsx'
import { logIn, signUp, type Credentials } from './accounts.ts'

const WORDING = {
  'log-in': {
    title: 'Log In',
    lead: 'Welcome back. Your place is waiting.',
    submit: 'Log In',
    toggle: "Don't have an account? Sign up",
    other: 'sign-up',
    fields: { email: 'username', password: 'current-password' },
    rule: undefined,
    enter: logIn,
  },
  'sign-up': {
    title: 'Create Account',
    lead: 'All it takes to join the Royale.',
    submit: 'Sign Up',
    toggle: 'Already have an account? Log in',
    other: 'log-in',
    fields: { email: 'email', password: 'new-password' },
    rule: 'At least 8 characters. Long and easy to remember beats short.',
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
  const { title, lead, toggle, other, ...form } = WORDING[mode]

  return (
    <DialogCard titleId={titleId} title={title} lead={lead} onClose={onClose}>
      <AccountForm {...form} busy={busy} problem={problem} onSubmit={submit} />
      <Button
        look="link"
        onClick={() => {
          forgetProblem()
          setMode(other)
        }}
      >
        {toggle}
      </Button>
    </DialogCard>
  )
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
