import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { RankTarget } from '#contract/leaderboard.ts'
import { formatAmount } from '#contract/money.ts'
import { nameRanked } from '#client/lib/board-names.ts'
import { formatCount, keepPlaces } from '#client/lib/format.ts'
import { boardOf, useOwnPlaces } from '#client/lib/own-places.ts'
import { NO_RUNGS } from '../teamless-words.ts'
import styles from './rank-targets.module.css'
import { describePlace, limitRungs } from './rungs.ts'
import { useLadderRoom } from './use-ladder-room.ts'
import type { Ladder } from './use-ladder.ts'

declare module 'react' {
  interface CSSProperties {
    /** The number of rungs that have room. */
    '--rungs'?: number
    /** The number of rows that a ladder shows, the own place among them. */
    '--rows'?: number
  }
}

export interface RankTargetsProps {
  /** False while the amount cannot be paid, and so reaches no place. */
  isPayable: boolean
  /** Undefined until the prices are known; their room is kept free. */
  ladder: Ladder | undefined
  onChoose: (amountCents: number) => void
}

/** Shows the board upright, from the donor's place to the first sun: as much as has room. */
export function RankTargets(props: RankTargetsProps) {
  const box = useRef<HTMLDivElement>(null)
  const room = useLadderRoom(box)
  return (
    <div
      ref={box}
      className={styles.room}
      hidden={room < 0}
      style={{ '--rungs': Math.max(0, room) }}
    >
      <Rungs {...props} room={room} />
    </div>
  )
}

/** Shows so many rungs, each of them a button, and the own place; or why there are none. */
function Rungs({ ladder, isPayable, onChoose, room }: RankTargetsProps & { room: number }) {
  const group = useRef<HTMLFieldSetElement>(null)
  const own = useOwnPlaces()
  if (own.isTeamless) return <p className={styles.none}>{NO_RUNGS}</p>
  if (ladder === undefined) return null

  const { place } = ladder
  const rungs = limitRungs(ladder.rungs, room)
  const positions = rungs.map(({ position }) => position)
  const elsewhere = own.isElsewhere ? nameRanked(boardOf(own)) : undefined
  const foot = { place, isTaken: ladder.isHeld || isPayable, elsewhere }
  return (
    // It stays when the last rung goes, so that it can take the focus of that.
    <fieldset ref={group} className={styles.ladder} aria-label="Places to aim for" tabIndex={-1}>
      {ladder.rungs.length === 0 ? (
        <p className={styles.none} data-leads={place === 1 || undefined}>
          {keepPlaces(describeTop(ladder))}
        </p>
      ) : (
        <div className={styles.rows} style={{ '--rows': rungs.length + 1 }}>
          {rungs.map((target, index) => (
            <Rung
              // One key for the next place, so that it stays the same button (and keeps the focus)
              // while the donor climbs.
              key={index === rungs.length - 1 ? 'next' : target.position}
              target={target}
              isSum={ladder.isSum}
              below={positions[index + 1] ?? place}
              name={describePlace(target.position, foot, positions)}
              onChoose={onChoose}
              onLost={() => group.current?.focus()}
            />
          ))}
          <OwnPlace ladder={ladder} isTaken={foot.isTaken} />
        </div>
      )}
    </fieldset>
  )
}

function describeTop({ place, isHeld, isSum, isLimited }: Ladder): string {
  if (place > 1 && isLimited) return 'The places above are more than you may give now.'
  if (place > 1 && isSum) return 'The places above are more than one donation away.'
  if (place > 1) return 'No higher place is to be had: those above gave as much as one can.'
  return isHeld ? 'You hold #1. Nobody stands above you.' : 'No place is higher than this.'
}

/** Shows the place at the ladder's foot, or that the amount reaches none. */
function OwnPlace({ ladder, isTaken }: { ladder: Ladder; isTaken: boolean }) {
  const { place, isHeld, amountCents } = ladder
  if (!isTaken) {
    return (
      <p className={`${styles.own} ${styles.free}`}>
        <span className={styles.body} aria-hidden="true" />
        <span className={styles.place}>No place yet</span>
      </p>
    )
  }
  return (
    <p className={styles.own}>
      <span className={styles.body} aria-hidden="true" />
      <span className={styles.place}>
        <strong>#{formatCount(place)}</strong> {isHeld ? 'yours' : 'you, now'}
      </span>{' '}
      <span className={styles.price}>{formatAmount(amountCents)}</span>
    </p>
  )
}

interface RungProps {
  target: RankTarget
  /** True if the amount adds to the donor's sum. */
  isSum: boolean
  /** The position of the next rung below, or of the own place. */
  below: number
  name: string
  onChoose: (amountCents: number) => void
  /** Called when the button is removed while it has the focus. */
  onLost: () => void
}

function Rung({ target, isSum, below, name, onChoose, onLost }: RungProps) {
  const { position, amountCents } = target
  const button = useFocusLoss(onLost)
  return (
    <button
      ref={button}
      type="button"
      className={styles.rung}
      data-position={position}
      data-leap={below - position > 1 || undefined}
      onClick={() => onChoose(amountCents)}
    >
      <span className={styles.body} aria-hidden="true" />
      <span className={styles.place}>
        <strong>#{formatCount(position)}</strong> {name}
      </span>{' '}
      <span className={styles.price}>
        {isSum && '+'}
        {formatAmount(amountCents)}
      </span>
    </button>
  )
}

/** Returns a ref to a button; calls `onLost` when that is removed while it has the focus. */
function useFocusLoss(onLost: () => void) {
  const element = useRef<HTMLButtonElement>(null)
  const lose = useEffectEvent(onLost)
  useLayoutEffect(() => {
    const watched = element.current
    return () => {
      if (document.activeElement === watched) lose()
    }
  }, [])
  return element
}
