import { useState, type ReactNode } from 'react'
import { AppError } from '#contract/app-error.ts'
import { session } from '#client/lib/session.ts'
import { ConsoleButton } from '../ui/console-button.tsx'
import styles from './gates.module.css'

/** Shows that the console is being loaded. */
export function LoadingGate() {
  return (
    <Gate title="One moment …">
      <output>The console is being loaded.</output>
    </Gate>
  )
}

/** Tells that the server did not say who is signed in. */
export function NotLoadedGate({ onRetry }: { onRetry: () => void }) {
  return (
    <Gate title="The server cannot be reached.">
      <p role="alert">Check your internet connection, and that the server runs.</p>
      <Actions>
        <ConsoleButton variant="light" onClick={onRetry}>
          Try again
        </ConsoleButton>
      </Actions>
    </Gate>
  )
}

/** Asks a visitor to log in. */
export function SignedOutGate({ onLogIn }: { onLogIn: () => void }) {
  return (
    <Gate title="Log in first.">
      <p>Here the people who run this page see who gave what, and put right what needs a person.</p>
      <Actions>
        <ConsoleButton variant="light" aria-haspopup="dialog" onClick={onLogIn}>
          Log in
        </ConsoleButton>
        <PublicPageLink />
      </Actions>
    </Gate>
  )
}

/** Tells somebody who is signed in that they are no host. */
export function NotHostGate({ email }: { email: string }) {
  return (
    <Gate title="This account is not a host.">
      <p>
        You are logged in as <bdi className={styles.email}>{email}</bdi>. Ask an owner to invite
        you, or the person who runs the server for a link: <code>donation-royale host link</code>{' '}
        prints one.
      </p>
      <Actions>
        <LogOutButton />
        <PublicPageLink />
      </Actions>
    </Gate>
  )
}

interface GateProps {
  title: string
  children: ReactNode
}

function Gate({ title, children }: GateProps) {
  return (
    <main className={styles.gate}>
      <div className={styles.galaxy} aria-hidden="true" />
      <div className={styles.card}>
        <h1>Host console</h1>
        <h2>{title}</h2>
        {children}
      </div>
    </main>
  )
}

function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

function PublicPageLink() {
  return (
    <a className={styles.link} href="/">
      Open the public page
    </a>
  )
}

/** Logs out, and says so if that failed. */
export function LogOutButton() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function logOut(): Promise<void> {
    setBusy(true)
    try {
      await session.signOut()
    } catch (error) {
      const reason = error instanceof AppError ? error.message : 'Something went wrong.'
      setProblem(`${reason} You are still logged in. Please try again.`)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <ConsoleButton busy={isBusy} onClick={() => void logOut()}>
        Log out
      </ConsoleButton>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </>
  )
}
