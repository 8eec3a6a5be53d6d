import { useId, useState } from 'react'
import { stopAfter } from '#contract/full-stop.ts'
import { formatAmount } from '#contract/money.ts'
import type { ResultRow, Round, RoundResults } from '#contract/rounds.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { formatCount } from '#client/lib/format.ts'
import { recapPath } from '#client/lib/recap-path.ts'
import { Button } from '#client/ui/button.tsx'
import { CrownGlyph } from '#client/ui/crown-glyph.tsx'
import { DialogCard } from '#client/ui/dialog-card.tsx'
import { ShareButton } from '#client/ui/share-button.tsx'
import styles from './ceremony.module.css'
import { findOwnResult, type OwnInRound, type RoundPlace } from './own-result.ts'
import { useAskedPlace } from './use-asked-place.ts'
import { describeWaiting } from './waiting.ts'

export interface CeremonyProps {
  round: Round
  results: RoundResults
  own: OwnInRound
  onClose: () => void
  /** Opens the hall of fame; undefined while nobody is in it. */
  onHall: (() => void) | undefined
}

/** Shows the podium of a round that has just ended; with reduced motion it stands still. */
export function Ceremony({ round, results, own, onClose, onHall }: CeremonyProps) {
  const titleId = useId()
  const { rowIds, best, isLate, isAsked } = useOwnResult(round, results, own)
  const rows = results.rows.filter(({ rank }) => rank !== null).slice(0, 3)
  const isToldBelow = best !== undefined && (isLate || best.position > rows.length)
  return (
    <DialogCard
      titleId={titleId}
      title={<Title round={round} winner={rows[0]} />}
      lead={describe(round, rows)}
      width="wide"
      focusesTitle
      onClose={onClose}
    >
      {rows.length > 0 && (
        <ol className={styles.podium}>
          {rows.map(({ id, rank, name, amountCents }) => (
            <li key={id} className={styles.place} data-rank={rank}>
              {rank === 1 && <CrownGlyph isFirst />}
              <span className={styles.sun} aria-hidden="true">
                {rank}
              </span>
              <bdi className={styles.name}>{name}</bdi>
              <span className={styles.amount}>{formatAmount(amountCents)}</span>
              {!isLate && rowIds.has(id) && <span className={styles.you}>You</span>}
            </li>
          ))}
        </ol>
      )}
      {(isAsked || isToldBelow) && (
        <output className={styles.own} data-asked={isAsked || undefined}>
          {best && isToldBelow && describeOwn(best, results)}
        </output>
      )}
      {rows[0] && (
        <div className={styles.actions}>
          <ShareRecap round={round} winner={rows[0]} />
          <a className={styles.recap} href={recapPath(round.id)}>
            Recap
          </a>
          {onHall && <Button onClick={onHall}>Hall of fame</Button>}
        </div>
      )}
    </DialogCard>
  )
}

/**
 * Returns the viewer's own part of the results. A place that the server is asked for comes while the
 * results are read (`isLate`), so that room is kept for it from the start (`isAsked`).
 */
function useOwnResult(round: Round, results: RoundResults, own: OwnInRound) {
  const asks = own.place === undefined ? own.asks : undefined
  const [isAsked] = useState(asks !== undefined)
  const asked = useAskedPlace(asks)
  const place = own.place ?? asked
  return {
    ...findOwnResult(results, round, { ...own, place }),
    isAsked,
    isLate: asked !== undefined,
  }
}

/** Says the place of a viewer whom the podium does not show as such. */
function describeOwn({ position, amountCents }: RoundPlace, { total }: RoundResults) {
  return (
    <>
      You are <strong>#{formatCount(position)}</strong> of {formatCount(total.count)} with{' '}
      {formatAmount(amountCents)}.
    </>
  )
}

/** Shares the recap, whose link tells who has won. */
function ShareRecap({ round, winner }: { round: Round; winner: ResultRow }) {
  const { title } = useCampaign()
  const invitation = {
    title: `${round.name} · ${title}`,
    text: `${winner.name} ${verbOf(round)} ${round.name} with ${formatAmount(winner.amountCents)}.`,
    url: `${location.origin}${recapPath(round.id)}`,
  }
  return <ShareButton invitation={invitation} label="Share" />
}

function Title({ round, winner }: { round: Round; winner: ResultRow | undefined }) {
  if (winner === undefined) return <bdi>{round.name}</bdi>
  return (
    <span className={styles.title}>
      <bdi className={styles.round}>{round.name}</bdi>{' '}
      <span className={styles.won}>
        <bdi>{winner.name}</bdi> {verbOf(round)} with{' '}
        <b className={styles.sum}>{formatAmount(winner.amountCents)}</b>
      </span>
    </span>
  )
}

/** Returns what the first one has done: nobody has won while a payment may change that. */
function verbOf({ waiting }: Round): string {
  return waiting === undefined ? 'won' : 'leads'
}

function describe({ prize, waiting }: Round, [first]: readonly ResultRow[]) {
  const more = waiting === undefined ? undefined : describeWaiting(waiting)
  if (first === undefined) return `The round is over. ${more ?? 'Nobody has given in it.'}`
  if (prize === null) return more
  return (
    <span className={styles.prize}>
      {more !== undefined && `${more} `}The prize: <bdi>{prize}</bdi>
      {stopAfter(prize)}
    </span>
  )
}
