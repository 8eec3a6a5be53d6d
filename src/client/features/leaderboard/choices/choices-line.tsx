import type { Choice } from '#contract/choices.ts'
import type { Match } from '#contract/matches.ts'
import { bringIntoView } from '#client/lib/bring-into-view.ts'
import { isOpenAt, readResult } from '#client/lib/choice-result.ts'
import { formatLeft } from '#client/lib/format-left.ts'
import { useLiveSums } from '#client/lib/live-sums.ts'
import { readMatched, type MatchedSoFar } from '#client/lib/matched.ts'
import { useServerNow, useServerOffset } from '#client/lib/server-clock.ts'
import { MatchItem, MatchRule } from '../matching/match-item.tsx'
import { ChoiceItem } from './choice-item.tsx'
import styles from './choices-line.module.css'
import { Outcome } from './outcome.tsx'

export interface ChoicesLineProps {
  choices: readonly Choice[]
  /** The matches that run, and those that are over if nothing else tells of them. */
  matches: readonly Match[]
  /** Called when the viewer wants to donate, and so to vote. */
  onDonate?: (() => void) | undefined
}

/** Tells in one line of the choice that closes next, or of a match; it opens to all of them. */
export function ChoicesLine({ choices, matches, onDonate }: ChoicesLineProps) {
  const sums = useLiveSums()
  const now = useServerNow(useServerOffset())
  const matched = readMatched(matches, sums)
  const [first] = choices
  const lastOpen = choices.findLast((choice) => isOpenAt(choice, now))
  const more = choices.length + matched.length - 1
  return (
    <details
      className={styles.line}
      onToggle={({ currentTarget }) => currentTarget.open && bringIntoView(currentTarget)}
    >
      <summary>
        {first ? (
          <ChoiceSummary choice={first} cents={sums?.choices[first.id]} now={now} />
        ) : (
          matched[0] && <MatchSummary matched={matched[0]} now={now} />
        )}
        {more > 0 && <span className={styles.more}>{more} more</span>}
      </summary>
      <ul className={styles.all} aria-label="Choices and matches">
        {choices.map((choice) => (
          <ChoiceItem
            key={choice.id}
            choice={choice}
            cents={sums?.choices[choice.id]}
            now={now}
            isTold={choice === first}
            onDonate={choice === lastOpen ? onDonate : undefined}
          />
        ))}
        {matched.map((one) => (
          <MatchItem
            key={one.match.id}
            matched={one}
            now={now}
            isTold={first === undefined && one === matched[0]}
          />
        ))}
      </ul>
    </details>
  )
}

interface ChoiceSummaryProps {
  choice: Choice
  cents: readonly number[] | undefined
  now: number
}

function ChoiceSummary({ choice, cents, now }: ChoiceSummaryProps) {
  const result = readResult(choice, cents)
  const isOpen = isOpenAt(choice, now)
  return (
    <>
      <span className={styles.text}>
        <strong>
          <bdi>{choice.question}</bdi>
        </strong>{' '}
        <span className={styles.outcome}>
          <Outcome result={result} isOpen={isOpen} />
        </span>
      </span>
      {isOpen && <Clock until={choice.closesAt} now={now} />}
    </>
  )
}

function MatchSummary({ matched, now }: { matched: MatchedSoFar; now: number }) {
  const { match } = matched
  return (
    <>
      <span className={styles.text}>
        <strong>
          <MatchRule matched={matched} />
        </strong>
      </span>
      {!match.over && <Clock until={match.endsAt} now={now} />}
    </>
  )
}

/** Counts down to an instant by the server's clock; in the last minute it stands out. */
function Clock({ until, now }: { until: string; now: number }) {
  const leftMs = Date.parse(until) - now
  return (
    <time
      className={styles.clock}
      role="timer"
      dateTime={until}
      data-last={leftMs <= 60_000 || undefined}
    >
      <span className="visually-hidden">ends in </span>
      {formatLeft(leftMs)}
    </time>
  )
}
