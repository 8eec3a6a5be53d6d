import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { formatAmount } from '#contract/money.ts'
import { OWN_PLACE_MARK } from '#client/lib/board-marks.ts'
import { formatCount } from '#client/lib/format.ts'
import { hyphenate } from '#client/lib/hyphenate.ts'
import type { Offer } from '#client/lib/offers.ts'
import { useOwnPlaces } from '#client/lib/own-places.ts'
import { Button } from '#client/ui/button.tsx'
import closeStyles from './neighbours-close.module.css'
import styles from './neighbours.module.css'

export interface NeighboursProps {
  entries: readonly LeaderboardEntry[]
  /** The shared donation. */
  entry: LeaderboardEntry
  /** The ids of the viewer's own donations. */
  ownIds: ReadonlySet<string>
  offer: Offer | undefined
  onTake: (amountCents: number) => void
}

/** Lists the rows around the shared donation, and above it the row that the viewer could have. */
export function Neighbours({ entries, entry, ownIds, offer, onTake }: NeighboursProps) {
  const isOwn = ownIds.has(entry.id)
  const { best } = useOwnPlaces()
  const isBest = isOwn && entry.position === best?.position
  const passed = offer && entries.find(({ amountCents }) => amountCents < offer.landsWithCents)
  return (
    <section
      className={`${styles.panel} ${closeStyles.panel}`}
      aria-labelledby="neighbours-title"
      {...(isBest && OWN_PLACE_MARK)}
    >
      <h2 id="neighbours-title" className={styles.title}>
        Around <bdi>{isOwn ? 'you' : entry.name}</bdi>
      </h2>
      <ol className={styles.rows}>
        {entries.map((row) => [
          offer && row === passed && (
            <OfferedRow key="offer" offer={offer} entry={entry} onTake={onTake} />
          ),
          <Row key={row.id} row={row} isShared={row === entry} isOwn={ownIds.has(row.id)} />,
        ])}
      </ol>
    </section>
  )
}

interface RowProps {
  row: LeaderboardEntry
  isShared: boolean
  isOwn: boolean
}

function Row({ row: { position, name, amountCents }, isShared, isOwn }: RowProps) {
  return (
    <li className={`${styles.row} ${closeStyles.row}`} data-shared={isShared || undefined}>
      <span className={styles.rank}>{formatCount(position)}</span>
      <span className={`${styles.who} ${closeStyles.who}`}>
        <bdi className={styles.name} title={name}>
          {hyphenate(name)}
        </bdi>
        {isOwn && <span className={styles.note}>You</span>}
        {isShared && !isOwn && <span className={styles.note}>shared with you</span>}
      </span>
      <span className={`${styles.amount} ${closeStyles.amount}`}>{formatAmount(amountCents)}</span>
    </li>
  )
}

interface OfferedRowProps {
  offer: Offer
  entry: LeaderboardEntry
  onTake: (amountCents: number) => void
}

function OfferedRow({ offer, entry, onTake }: OfferedRowProps) {
  const { amountCents, landsWithCents } = offer
  const place = formatCount(offer.position)
  const by = landsWithCents === entry.amountCents + 1 ? 'a cent past' : 'past'
  return (
    <li className={`${styles.row} ${closeStyles.row}`} data-offer="">
      <span className={styles.rank}>{place}?</span>
      <span className={`${styles.who} ${closeStyles.who}`}>
        <span className={styles.name}>You</span>
        <span className={styles.note} title={`${by} ${entry.name}`}>
          {by} <bdi>{entry.name}</bdi>
        </span>
      </span>
      <span className={`${styles.amount} ${closeStyles.amount}`}>
        {formatAmount(landsWithCents)}
      </span>
      <Button className={`${styles.take} ${closeStyles.take}`} onClick={() => onTake(amountCents)}>
        Take #{place}
      </Button>
    </li>
  )
}
