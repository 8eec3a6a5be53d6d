import { useEffect, useId, useState } from 'react'
import type { Campaign } from '#contract/campaign.ts'
import { formatAmount } from '#contract/money.ts'
import { useCampaign, useIsTakingDonations } from '#client/lib/campaign.ts'
import { formatCount } from '#client/lib/format.ts'
import { findQuickAmounts } from '#client/lib/quick-amounts.ts'
import { Button } from '#client/ui/button.tsx'
import { PODIUM_PLACES, rowsHeight } from '../geometry/row-height.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import styles from './invitation.module.css'
import { findPlaceOffers, findUnproven, type PlaceOffer } from './place-offers.ts'
import { useQuotedPlaces, type QuotedPlaces } from './use-quoted-places.ts'

const ANNOUNCEMENT_MS = 1_000

export interface InvitationProps {
  board: BoardView
  /** The side that must act before the board is that of now again; undefined while it is. */
  waitsFor?: 'viewer' | 'server' | undefined
  /** Called with the amount that takes the place. */
  onTake: (amountCents: number) => void
}

/**
 * Asks somebody without a donation panel where an amount would put them, and answers with a dashed
 * row beside a wide board, and with a mark between its rows.
 */
export function Invitation({ waitsFor, ...props }: InvitationProps) {
  const isTaking = useIsTakingDonations()
  const [chosenCents, choose] = useState<number>()
  if (!isTaking) return null
  if (waitsFor) return <Waiting waitsFor={waitsFor} />
  return <QuotedOffers {...props} choice={{ chosenCents, choose }} />
}

/** Waits for the places that the loaded rows do not prove: the first example stays. */
function QuotedOffers(props: Omit<OffersProps, 'quoted'>) {
  const { amounts } = useCampaign()
  const quoted = useQuotedPlaces(findUnproven(props.board, amounts))
  return quoted && <Offers {...props} quoted={quoted} />
}

/** Keeps the invitation's place, and says when there will be offers again. */
function Waiting({ waitsFor }: Required<Pick<InvitationProps, 'waitsFor'>>) {
  const id = useId()
  return (
    <section className={styles.side} aria-labelledby={id}>
      <div className={styles.card}>
        <h3 id={id} className={styles.question}>
          Where would a donation put you?
        </h3>
        <p className={styles.waiting}>
          {waitsFor === 'viewer'
            ? 'Resume live updates to see your place.'
            : 'Your place shows here once the board is live again.'}
        </p>
      </div>
    </section>
  )
}

interface OffersProps extends Omit<InvitationProps, 'waitsFor'> {
  quoted: QuotedPlaces
  /** The amount that the viewer has asked about. */
  choice: { chosenCents: number | undefined; choose: (amountCents: number) => void }
}

function Offers({ board, quoted, choice, onTake }: OffersProps) {
  const { amounts } = useCampaign()
  // Stays while the board changes, although another amount might then be the better example.
  const [exampleCents] = useState(() =>
    findExample(findPlaceOffers(board, { amounts, quoted }), amounts),
  )
  const { chosenCents = exampleCents, choose } = choice
  const offers = findPlaceOffers(board, { amounts, quoted, chosenCents })
  const chosen = offers.find(({ amountCents }) => amountCents === chosenCents)
  const offer =
    chosen ?? offers.find(({ amountCents }) => amountCents === findExample(offers, amounts))
  const id = useId()
  if (offer === undefined) return null

  return (
    <>
      <section className={styles.side} aria-labelledby={id}>
        <div className={styles.card}>
          <h3 id={id} className={styles.question}>
            Where would <strong>{formatShort(offer.amountCents)}</strong> put you?
          </h3>
          <OfferedRow offer={offer} onTake={onTake} />
          {offers.length > 1 && <Choices offers={offers} chosen={offer} onChoose={choose} />}
        </div>
      </section>
      {offer.position > PODIUM_PLACES && offer.position <= board.rows.length + 1 && (
        <Mark offer={offer} />
      )}
    </>
  )
}

/** Returns the amount that is asked about first: one in the middle, if that is a usual one. */
function findExample(
  offers: readonly PlaceOffer[],
  amounts: Campaign['amounts'],
): number | undefined {
  const middle = offers[offers.length >> 1]?.amountCents
  const isUsual = middle !== undefined && findQuickAmounts(amounts).includes(middle)
  return isUsual ? middle : offers[0]?.amountCents
}

interface OfferedRowProps extends Pick<InvitationProps, 'onTake'> {
  offer: PlaceOffer
}

function OfferedRow({ offer, onTake }: OfferedRowProps) {
  const { amountCents, position, below, above } = offer
  const neighbour = below ?? above
  const amount = formatShort(amountCents)
  return (
    <p className={styles.row} data-place={position}>
      <span className={styles.rank}>{formatCount(position)}?</span>
      <span className={styles.who}>
        <span className={styles.you}>You, with {amount}</span>
        {neighbour && (
          <span className={styles.note} title={neighbour.name}>
            {below ? 'just past' : 'behind'} <bdi>{neighbour.name}</bdi>
          </span>
        )}
      </span>
      <Button className={styles.take} onClick={() => onTake(amountCents)}>
        Take #{formatCount(position)} <span className="visually-hidden">with {amount}</span>
      </Button>
    </p>
  )
}

interface ChoicesProps {
  offers: readonly PlaceOffer[]
  chosen: PlaceOffer
  onChoose: (amountCents: number) => void
}

function Choices({ offers, chosen, onChoose }: ChoicesProps) {
  const [announcement, announce] = useAnnouncement()
  return (
    <fieldset className={styles.choices} aria-label="Other amounts">
      {offers.map(({ amountCents, position }) => (
        <button
          key={amountCents}
          type="button"
          className={styles.choice}
          aria-pressed={amountCents === chosen.amountCents}
          onClick={() => {
            onChoose(amountCents)
            announce(`${formatShort(amountCents)} would take #${formatCount(position)}.`)
          }}
        >
          {formatShort(amountCents)}
        </button>
      ))}
      <output className="visually-hidden">{announcement}</output>
    </fieldset>
  )
}

/** Keeps a sentence for as long as a screen reader needs it: the board soon makes it untrue. */
function useAnnouncement() {
  const [announcement, announce] = useState('')
  useEffect(() => {
    if (announcement === '') return
    const timer = setTimeout(() => announce(''), ANNOUNCEMENT_MS)
    return () => clearTimeout(timer)
  }, [announcement])
  return [announcement, announce] as const
}

/** Marks the place between the rows; it renumbers nobody. */
function Mark({ offer: { amountCents, position } }: { offer: PlaceOffer }) {
  return (
    <div
      className={styles.mark}
      style={{ translate: `0 ${rowsHeight(position - 1 - PODIUM_PLACES)}` }}
      aria-hidden="true"
    >
      <span>
        {formatCount(position)}? You, with {formatShort(amountCents)}
      </span>
    </div>
  )
}

function formatShort(amountCents: number): string {
  return formatAmount(amountCents).replace(/\.00$/, '')
}
