import type { ReactNode } from 'react'
import { formatAmount } from '#contract/money.ts'
import type { PublicDonation } from '#contract/donations.ts'
import { useCampaign, useIsTakingDonations } from '#client/lib/campaign.ts'
import { keepPlaces } from '#client/lib/format.ts'
import { findOffer, findOpenPlaceCents, type Offer, type OfferOptions } from '#client/lib/offers.ts'
import { useOwnPlaces } from '#client/lib/own-places.ts'
import offerStyles from './open-place.module.css'
import styles from './podium-place.module.css'

/** The actions for places that the viewer could take. */
export interface OpenPlaceActions {
  /** Called with the amount that takes the place; without one, to donate any. */
  onTake?: ((amountCents?: number) => void) | undefined
  /** Renders a button that shares the page. */
  renderDare?: (() => ReactNode) | undefined
  /** Offers a place below the podium, beside the rows of a wide board. */
  invitation?: ReactNode
  /** True while what is given does not count for the board, as before and after a round. */
  isClosed?: boolean
}

export interface OpenPlaceProps extends OpenPlaceActions {
  as: 'li' | 'div'
  position: number
  /** The board's rows, fewer than `position`. */
  rows: readonly PublicDonation[]
}

/** Shows a place of the podium that nobody holds, as an unlit sun. */
export function OpenPlace(place: OpenPlaceProps) {
  const { as: Element, position, rows, onTake, renderDare, isClosed = false } = place
  const isTaking = useIsTakingDonations()
  const isNext = position === rows.length + 1
  const sun = <span className={styles.sun}>{position}</span>
  const props = { className: styles.place, 'data-place': position, 'data-open': '' }
  if (!isTaking || onTake === undefined)
    return (
      <Element {...props} aria-hidden="true">
        {sun}
        {!isClosed && <span className={styles.name}>Open</span>}
      </Element>
    )
  return (
    <Element {...props}>
      {isNext ? (
        <NextPlace position={position} rows={rows} onTake={onTake} sun={sun} />
      ) : (
        <>
          <span aria-hidden="true">{sun}</span>
          <span className={`${styles.time} ${offerStyles.opens}`}>
            Opens with&nbsp;#{position - 1}
          </span>
          <span className={offerStyles.dare}>{renderDare?.()}</span>
        </>
      )}
    </Element>
  )
}

interface NextPlaceProps extends Pick<OpenPlaceProps, 'position' | 'rows'> {
  onTake: (amountCents: number) => void
  sun: ReactNode
}

/** Offers the next free place at an amount that lands there, and no higher, and says what does. */
function NextPlace({ position, rows, onTake, sun }: NextPlaceProps) {
  const { amounts } = useCampaign()
  const { ids } = useOwnPlaces()
  const amountCents = findOpenPlaceCents(rows.at(-1), amounts)
  const higher = findHigher(rows, { limits: amounts, ownIds: ids })
  const taken =
    higher && keepPlaces(`${formatAmount(higher.amountCents)} takes #${higher.position}`)
  if (amountCents === undefined) {
    return (
      <>
        <span aria-hidden="true">{sun}</span>
        <span className={styles.name}>Open</span>
        <span className={styles.time}>{taken}</span>
      </>
    )
  }
  return (
    <>
      <button type="button" className={offerStyles.take} onClick={() => onTake(amountCents)}>
        <span aria-hidden="true">{sun}</span>
        <span className={offerStyles.offer}>
          {formatAmount(amountCents).replace(/\.00$/, '')} takes it
          <span className="visually-hidden">: number {position}</span>
        </span>
      </button>
      <span className={styles.time}>{taken ? `or ${taken}` : 'Nobody holds it yet'}</span>
    </>
  )
}

/** Finds what passes the lowest rows that can be passed and are not the viewer's own. */
function findHigher(rows: readonly PublicDonation[], options: OfferOptions): Offer | undefined {
  const ranked = rows.map((row, index) => ({ ...row, position: index + 1 }))
  const offers = ranked.toReversed().map((row) => findOffer(row, ranked, options))
  return offers.find((offer) => offer !== undefined)
}
