import { LOCALE } from '#client/lib/format.ts'
import { Message } from './message.tsx'
import type { RowView } from './row-view.ts'

/** Shows a donation's message and time, and which of two equal amounts it is. */
export function SecondLine({
  donation,
  timeAgo,
  tie,
  held,
}: Pick<RowView, 'donation' | 'timeAgo' | 'tie' | 'held'>) {
  const when = (
    <>
      {held ? (
        WAITS
      ) : (
        <time dateTime={donation.timestamp} lang={LOCALE}>
          {timeAgo}
        </time>
      )}
      {tie && ` · tied, ${tie}`}
    </>
  )
  if (!donation.message) return when
  return (
    <Message donation={donation} note={held ? `${WAITS}:` : undefined}>
      {when}
    </Message>
  )
}

const WAITS = 'Waits for approval'
