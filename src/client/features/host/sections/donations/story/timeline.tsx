import type { ReactNode } from 'react'
import type { StoryEntry } from '#contract/host/donations.ts'
import { formatMoment } from '#client/lib/moments.ts'
import { formatDifference } from '../../../format.ts'
import { FactLine } from '../../../ui/fact-line.tsx'

/** Lists what happened to a donation, the oldest first. */
export function Timeline({ story }: { story: readonly StoryEntry[] }) {
  return (
    <ol>
      {story.map((entry, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- entries have no key, and only grow
        <li key={index}>
          <h4>{entry.title}</h4>
          {entry.kind === 'money' && entry.amountCents !== null && (
            <data value={entry.amountCents / 100}>{formatDifference(entry.amountCents)}</data>
          )}
          {entry.detail !== null && (
            <p>
              <bdi>{entry.detail}</bdi>
            </p>
          )}
          <FactLine facts={listFacts(entry)} />
        </li>
      ))}
    </ol>
  )
}

/** Returns when it happened and by whom, and the provider's id of it. */
function listFacts({ at, actor, objectId }: StoryEntry): ReactNode[] {
  return [
    <>
      <time dateTime={at}>{formatMoment(Date.parse(at))}</time>
      {actor !== null && (
        <>
          {' '}
          by <bdi>{actor}</bdi>
        </>
      )}
    </>,
    ...(objectId === null ? [] : [objectId]),
  ]
}
