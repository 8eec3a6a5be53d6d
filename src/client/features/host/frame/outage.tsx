import { changes } from '../api/changes.ts'
import { useConnection } from '../api/connection.ts'
import { formatClock } from '../format.ts'
import { ConsoleButton } from '../ui/console-button.tsx'
import { Notice } from '#client/ui/notice.tsx'

/** Says that the server does not answer, and since when what is shown may be out of date. */
export function Outage() {
  const { answeredAt, failingSince } = useConnection()
  if (failingSince === undefined) return null
  return (
    <Notice
      ariaRole="alert"
      tone="error"
      action={<ConsoleButton onClick={() => changes.refreshAll()}>Try now</ConsoleButton>}
    >
      <b>The server does not answer.</b>{' '}
      {answeredAt !== undefined && `What you see is from ${formatClock(answeredAt)}. `}
      This page catches up by itself.
    </Notice>
  )
}
