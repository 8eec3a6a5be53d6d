import type { StoryEntry } from '#contract/host/donations.ts'
import { formatMoment } from '#client/lib/moments.ts'
import { formatDifference } from '../../../format.ts'

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
          <p>
            <time dateTime={entry.at}>{formatMoment(Date.parse(entry.at))}</time>
            {entry.actor !== null && (
              <>
                {' '}
                by <bdi>{entry.actor}</bdi>
              </>
            )}
            {entry.objectId !== null && ` · ${entry.objectId}`}
          </p>
        </li>
      ))}
    </ol>
  )
}
