import { useState } from 'react'
import { nameDevice } from '#contract/device-name.ts'
import { formatTimeAgo } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { FocusedNotice } from '../form/focused-notice.tsx'
import {
  endOtherSessions,
  endSession,
  fetchOwnSessions,
  type OwnSession,
} from '../api/own-account.ts'
import { useLoaded } from '#client/lib/use-loaded.ts'
import { ProblemNotice } from '#client/ui/form/problem-notice.tsx'
import { useAccountTask } from '../form/use-account-task.ts'
import styles from './your-account.module.css'

/** Lists the browsers in which the account is logged in, and logs the others out. */
export function SessionsSection() {
  const { loaded, reload } = useLoaded(fetchOwnSessions)
  const [notice, setNotice] = useState<string>()
  const task = useAccountTask()

  const end = (action: () => Promise<void>, sentence: string) =>
    void task.run(async () => {
      setNotice(undefined)
      await action()
      setNotice(sentence)
      reload()
    })

  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} onRetry={reload} />
  return (
    <>
      <ProblemNotice problem={task.problem} />
      {notice !== undefined && (
        <FocusedNotice ariaRole="status" tone="success">
          {notice}
        </FocusedNotice>
      )}
      <SessionList sessions={loaded.value} busy={task.busy} onEnd={end} />
    </>
  )
}

interface SessionListProps {
  sessions: readonly OwnSession[]
  busy: boolean
  /** Runs the action, and then shows the sentence. */
  onEnd: (action: () => Promise<void>, sentence: string) => void
}

function SessionList({ sessions, busy, onEnd }: SessionListProps) {
  return (
    <>
      <ul className={styles.list} aria-busy={busy}>
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} onEnd={onEnd} />
        ))}
      </ul>
      {sessions.length === 1 && <p>No other logins.</p>}
      {sessions.length > 1 && (
        <Button
          busy={busy}
          onClick={() => onEnd(endOtherSessions, 'All other browsers are logged out.')}
        >
          Log out all others
        </Button>
      )}
    </>
  )
}

interface SessionItemProps {
  session: OwnSession
  onEnd: SessionListProps['onEnd']
}

function SessionItem({ session, onEnd }: SessionItemProps) {
  const [now] = useState(Date.now)
  const browser = nameDevice(session.userAgent)
  const used = formatTimeAgo(Date.parse(session.lastUsedAt), now)
  return (
    <li className={styles.item}>
      <div>
        <strong>{session.isCurrent ? 'This browser' : browser}</strong>
        <small>{session.isCurrent ? browser : `Last used ${used}`}</small>
      </div>
      {!session.isCurrent && (
        <Button onClick={() => onEnd(() => endSession(session.id), `${browser} is logged out.`)}>
          Log out <span className="visually-hidden">{browser}</span>
        </Button>
      )}
    </li>
  )
}
