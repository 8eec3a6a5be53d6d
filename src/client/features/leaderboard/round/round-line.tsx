import { useState } from 'react'
import { stopAfter } from '#contract/full-stop.ts'
import type { Round } from '#contract/rounds.ts'
import { formatAmount } from '#contract/money.ts'
import { useCampaign, useIsTakingDonations } from '#client/lib/campaign.ts'
import { keepPlaces } from '#client/lib/format.ts'
import { formatLeft } from '#client/lib/format-left.ts'
import { describeOvertime, hasClock, phaseOf, type RoundPhase } from '#client/lib/round-phase.ts'
import { lastServerOffset, useServerNow } from '#client/lib/server-clock.ts'
import { recapPath } from '#client/lib/recap-path.ts'
import { useDeferredModule } from '#client/lib/use-deferred-module.ts'
import { Button } from '#client/ui/button.tsx'
import type { BoardView } from '../live/leaderboard-view.ts'
import { Closeness } from './closeness.tsx'
import { describeNoWinner, mayHaveWinners } from './winners.ts'
import { describeWaiting } from './waiting.ts'
import overStyles from './over-line.module.css'
import styles from './round-line.module.css'
import { useEndChange } from './use-end-change.ts'
import { useRounds, type KnownRounds } from './use-rounds.ts'
import { useCeremony } from './use-ceremony.ts'
import { usePodium } from './use-podium.tsx'
import { useRoundPlaces, type OwnShown } from './use-round-places.ts'

const loadHall = () => import('./hall-dialog.tsx')

/** Keeps an ellipsis on the line of the word before it. */
const NO_BREAK = '\u00a0'

export interface RoundLineProps {
  round: Round
  /** The round's board; null while another one is shown, or before it is there. */
  board: BoardView | null
  /** True while the viewer has paused the live updates. */
  isPaused: boolean
  own: OwnShown
}

/**
 * Shows the round's clock, and once it is over who has won; at its end the ceremony. If another round
 * has begun by then, the one before has both beside it.
 */
export function RoundLine({ round, board, isPaused, own }: RoundLineProps) {
  const { lastRound: last } = useCampaign()
  const known = useRounds(`${round.id} ${round.results} ${last?.results}`)
  const now = useServerNow(known?.offsetMs ?? lastServerOffset())
  const phase = phaseOf(round, now)
  const ceremony = useCeremony(round, last, now)
  const change = useEndChange(round, now)
  const hall = useHall(known)
  const findOwn = useRoundPlaces(round, board, own)
  const podium = usePodium(ceremony, { findOwn, isPaused, onHall: hall.open })

  return (
    <div
      className={`${styles.line} ${overStyles.line}`}
      data-phase={phase}
      data-clock={hasClock(phase) || undefined}
    >
      <p className={`${styles.text} ${overStyles.text}`}>
        <strong className={`${styles.name} ${overStyles.name}`}>
          <bdi>{round.name}</bdi>
        </strong>{' '}
        <Told round={round} phase={phase} now={now} known={known} />
      </p>
      {last && phase !== 'photo' && phase !== 'counting' && <Last round={last} known={known} />}
      <output className={styles.change}>{change}</output>
      {phase === 'photo' && board !== null && <Closeness board={board} />}
      <div className={`${styles.foot} ${overStyles.foot}`}>
        <Rules round={round} phase={phase} />
        <Links round={round} phase={phase} onHall={hall.open} onPodium={podium.offer} />
      </div>
      {hall.dialog}
      {podium.dialog}
    </div>
  )
}

/** Fetches the hall of fame. `open` shows it, and is undefined while nobody is in it. */
function useHall(known: KnownRounds) {
  const hall = useDeferredModule(loadHall)
  const [isOpen, setOpen] = useState(false)
  if (hall === undefined || known === undefined || !mayHaveWinners(known.list)) return {}
  return {
    open: () => setOpen(true),
    dialog: isOpen && <hall.HallDialog list={known.list} onClose={() => setOpen(false)} />,
  }
}

interface LinksProps extends Pick<ToldProps, 'round' | 'phase'> {
  onHall: (() => void) | undefined
  /** Opens the ceremony, which leads to the hall of fame; undefined unless it waits. */
  onPodium: (() => void) | undefined
}

function Links({ round, phase, onHall, onPodium }: LinksProps) {
  return (
    <p className={`${styles.links} ${overStyles.links}`}>
      {onHall && (
        // One button for both: nothing moves, and the focus has where to return to.
        <Button variant="link" onClick={onPodium ?? onHall}>
          {onPodium ? (
            'Podium'
          ) : (
            <span>
              Hall<span className={overStyles.long}> of fame</span>
            </span>
          )}
        </Button>
      )}
      {phase === 'over' && (
        <a className={styles.recap} href={recapPath(round.id)}>
          Recap
        </a>
      )}
    </p>
  )
}

interface ToldProps {
  round: Round
  phase: RoundPhase
  now: number
  known: KnownRounds
}

function Told({ round, phase, now, known }: ToldProps) {
  const { startsAt, endsAt } = round
  if (phase === 'cancelled') {
    return 'was cancelled by the host. What was given in it counts on all other boards.'
  }
  if (phase === 'counting') {
    return (
      <>
        <Verb>is</Verb>over. Counting the last payments{NO_BREAK}…
      </>
    )
  }
  if (phase === 'over') return <Outcome round={round} known={known} />
  const until = phase === 'before' ? startsAt : endsAt
  return (
    <>
      <span className={styles.what}>{phase === 'before' ? 'begins in' : 'ends in'}</span>{' '}
      <time className={styles.clock} role="timer" dateTime={until}>
        {formatLeft(Date.parse(until) - now)}
      </time>
    </>
  )
}

function Outcome({ round, known }: Pick<ToldProps, 'round' | 'known'>) {
  const found = known?.list.rounds.find((one) => one.round.id === round.id)
  const winner = found?.winner
  const waiting = round.waiting === undefined ? undefined : describeWaiting(round.waiting)
  const ended = (
    <>
      <Verb>{round.endedEarly ? 'was' : 'is'}</Verb>
      {round.endedEarly ? 'ended early by the host.' : 'over.'}
    </>
  )
  if (!winner) {
    return (
      <>
        {ended}
        {known !== undefined && ` ${waiting ?? describeNoWinner(found)}`}
      </>
    )
  }
  return (
    <>
      <span className={styles.ended}>{ended} </span>
      <bdi>{winner.name}</bdi>{' '}
      {waiting === undefined && <span className={overStyles.long}>has </span>}
      {waiting === undefined ? 'won' : 'leads'}
      <span className={overStyles.long}> with {formatAmount(winner.amountCents)}.</span>
      {waiting !== undefined && (
        <span className={`${overStyles.long} ${overStyles.waiting}`}> {waiting}</span>
      )}
    </>
  )
}

/** Follows the round's name, and is seen only where that is. */
function Verb({ children }: { children: string }) {
  return <span className={overStyles.verb}>{children} </span>
}

/** Says in one line what came of the round that another has followed. */
function Last({ round, known }: Pick<ToldProps, 'round' | 'known'>) {
  const { winner } = known?.list.rounds.find((one) => one.round.id === round.id) ?? {}
  const name = <bdi>{round.name}</bdi>
  if (!winner) {
    return (
      <p className={`${styles.last} ${overStyles.last}`}>
        {name} is over.{round.results === null && ` Counting the last payments${NO_BREAK}…`}
      </p>
    )
  }
  const isWon = round.waiting === undefined
  return (
    <p className={`${styles.last} ${overStyles.last}`}>
      {isWon && 'Last time, '}
      <bdi>{winner.name}</bdi> {isWon ? 'won' : 'leads'} {name} with{' '}
      {formatAmount(winner.amountCents)}.
      {round.waiting !== undefined && ` ${describeWaiting(round.waiting)}`}
    </p>
  )
}

/** Says beforehand what the winner gets, and what adds time. */
function Rules({ round, phase }: Pick<ToldProps, 'round' | 'phase'>) {
  const isTaking = useIsTakingDonations()
  const isOver = phase === 'over' || phase === 'counting'
  const overtime = isOver || !isTaking ? undefined : describeOvertime(round)
  if (phase === 'cancelled' || (round.prize === null && overtime === undefined)) return null
  return (
    <p className={`${styles.rules} ${overStyles.rules}`}>
      {round.prize !== null && (
        <>
          The winner gets <bdi>{round.prize}</bdi>
          {stopAfter(round.prize)}{' '}
        </>
      )}
      {overtime !== undefined && keepPlaces(overtime)}
    </p>
  )
}
