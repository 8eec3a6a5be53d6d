import { useId, useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import { findWaiting } from '#contract/recap-stand.ts'
import type { ResultRow, Round, RoundList, RoundResults } from '#contract/rounds.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { formatCount } from '#client/lib/format.ts'
import { formatMoment } from '#client/lib/moments.ts'
import { recapPath } from '#client/lib/recap-path.ts'
import { Button } from '#client/ui/button.tsx'
import { DialogCard } from '#client/ui/dialog-card.tsx'
import { CrownGlyph } from '#client/ui/crown-glyph.tsx'
import { ProblemNotice } from '#client/ui/form/problem-notice.tsx'
import { useTask } from '#client/ui/form/use-task.ts'
import { CrownList } from '../crowns/crown-list.tsx'
import styles from './hall-dialog.module.css'
import { useRecap } from './use-recap.ts'
import { useResults } from './use-results.ts'
import { fetchEarlierRounds } from './use-rounds.ts'
import { describeWaiting } from './waiting.ts'

/** Lists the rounds that are over with their winners; each opens its results. */
export function HallDialog({ list, onClose }: { list: RoundList; onClose: () => void }) {
  const earlier = useEarlierRounds(list)
  const over = earlier.rounds.filter(({ round }) => round.results !== null || round.cancelled)
  const [openId, setOpenId] = useState(over.find(({ round }) => round.results !== null)?.round.id)
  const results = useResults(openId)
  return (
    <DialogCard titleId={useId()} title="Hall of fame" width="wide" onClose={onClose}>
      <ul className={styles.rounds}>
        {over.map(({ round, winner }) => (
          <li key={round.id}>
            <button
              type="button"
              className={styles.round}
              aria-expanded={openId === round.id}
              onClick={() => setOpenId(openId === round.id ? undefined : round.id)}
            >
              <Summary round={round} winner={openId === round.id ? null : winner} />
            </button>
            {openId === round.id && results && <Results results={results} />}
            {openId === round.id && !round.cancelled && <RoundCrowns id={round.id} />}
          </li>
        ))}
      </ul>
      <ProblemNotice problem={earlier.task.problem} />
      {earlier.load && (
        <div className={styles.earlier}>
          <Button busy={earlier.task.busy} onClick={earlier.load}>
            Show earlier rounds
          </Button>
        </div>
      )}
    </DialogCard>
  )
}

/** Tells a round's name, its end, and unless its results do who has won or leads. */
function Summary({ round, winner }: { round: Round; winner: ResultRow | null }) {
  const waiting = findWaiting(useCampaign(), round.id)
  return (
    <>
      <bdi className={styles.name}>{round.name}</bdi>
      <span className={styles.when}>{describeEnd(round)}</span>
      {waiting !== undefined && <span className={styles.when}>{describeWaiting(waiting)}</span>}
      {winner && (
        <span className={styles.winner}>
          {waiting === undefined && <CrownGlyph isFirst />}
          <span>
            <bdi>{winner.name}</bdi>
            {waiting !== undefined && ' leads'}
          </span>{' '}
          <b>{formatAmount(winner.amountCents)}</b>
        </span>
      )}
    </>
  )
}

/** Adds the pages of earlier rounds to a list. `load` adds the next, and is undefined without one. */
function useEarlierRounds(list: RoundList) {
  const task = useTask()
  const [added, setAdded] = useState<RoundList>()
  const { next } = added ?? list
  // The first page moves on while rounds end: what falls off it stays.
  const first = new Set(list.rounds.map(({ round }) => round.id))
  const others = added?.rounds.filter(({ round }) => !first.has(round.id)) ?? []
  const rounds = [...list.rounds, ...others]
  async function load(from: string): Promise<void> {
    const page = await fetchEarlierRounds(from)
    setAdded({ ...page, rounds: [...rounds, ...page.rounds] })
  }
  return { rounds, task, load: next === null ? undefined : () => void task.run(() => load(next)) }
}

/** Shows who holds the crowns of a round, and leads to its recap. */
function RoundCrowns({ id }: { id: string }) {
  const { crowns: isOn } = useCampaign()
  const recap = useRecap(isOn ? id : undefined)
  return (
    <div className={styles.more}>
      {recap && recap.crowns.length > 0 && (
        <>
          <h3>Crowns</h3>
          <CrownList crowns={recap.crowns} inRound />
        </>
      )}
      <a className={styles.recap} href={recapPath(id)}>
        Recap and replay
      </a>
    </div>
  )
}

function describeEnd({ endsAt, cancelled, endedEarly }: Round): string {
  if (cancelled) return 'Cancelled by the host'
  return `${endedEarly ? 'Ended early, ' : ''}${formatMoment(Date.parse(endsAt))}`
}

function Results({ results: { version, rows, total } }: { results: RoundResults }) {
  const listed = rows.filter(({ rank }) => rank !== null).length
  return (
    <>
      <ol className={styles.rows}>
        {rows
          .flatMap(toLines)
          .toSorted((a, b) => b.amountCents - a.amountCents)
          .map((line) => (
            <ResultLine key={`${line.row.id} ${line.isStruck}`} {...line} />
          ))}
      </ol>
      {total.count > listed && (
        <p className={styles.note}>
          The hall of fame keeps the first {formatCount(listed)} of {formatCount(total.count)}{' '}
          places.
        </p>
      )}
      {version > 1 && (
        <p className={styles.note}>
          Version {version} of the results: money came back or arrived late after the end.
        </p>
      )}
    </>
  )
}

/** A place that a row has, or had and lost. */
interface Line {
  row: ResultRow
  rank: number
  amountCents: number
  isStruck: boolean
}

/** Returns the place that a row had before its money came back, and the one that it has. */
function toLines(row: ResultRow): Line[] {
  const { rank, amountCents, former } = row
  return [
    ...(former ? [{ row, ...former, isStruck: true }] : []),
    ...(rank === null ? [] : [{ row, rank, amountCents, isStruck: false }]),
  ]
}

function ResultLine({ row, rank, amountCents, isStruck }: Line) {
  const Text = isStruck ? 's' : 'span'
  return (
    <li data-rank={isStruck ? undefined : rank} data-struck={isStruck || undefined}>
      {/* Not struck itself: a line through a 1 makes it a 4. */}
      <span className={styles.rank}>{rank}</span>
      <span className={styles.donor}>
        <Text>
          <bdi>{row.name}</bdi>
        </Text>
      </span>
      <span className={styles.amount}>
        <Text>{formatAmount(amountCents)}</Text>
      </span>
      {isStruck && <span className={styles.why}> {describeStriking(row)}</span>}
    </li>
  )
}

function describeStriking({ rank, amountCents }: ResultRow): string {
  if (rank === null) return 'Money came back.'
  return `Money came back: now at place ${rank} with ${formatAmount(amountCents)}.`
}
