import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { formatAmount } from '#contract/money.ts'
import { formatCount, keepPlaces } from '#client/lib/format.ts'
import type { Offer } from '#client/lib/offers.ts'
import styles from './greeting.module.css'
import { shortenName } from './short-name.ts'

export interface GreetingProps {
  entry: LeaderboardEntry
  /** True if the viewer gave the donation. */
  isOwn: boolean
  /** Undefined where nobody could or should pass the donation. */
  offer: Offer | undefined
}

/** The letters of a line that has room beside the galaxy's core at full size. */
const FULL_SIZE_LETTERS = 24

/** Says where the donor of a shared link stands, and what passes them; the heading of the page. */
export function Greeting({ entry, isOwn, offer }: GreetingProps) {
  const name = shortenName(entry.name)
  const place = `#${formatCount(entry.position)}.`
  const price = offer && formatAmount(offer.amountCents)
  // A name that is cut is told once.
  const isCut = name !== entry.name
  const isLong = `${price ?? place} passes ${name}`.length > FULL_SIZE_LETTERS
  return (
    <h1 className={styles.greeting} data-long={isLong || undefined} tabIndex={-1}>
      <span className={styles.line}>
        {isOwn ? 'You' : <Name whole={entry.name}>{name}</Name>} {isOwn ? 'stand' : 'stands'}{' '}
        at&nbsp;
        <span className={styles.number}>{place}</span>
      </span>{' '}
      {offer && (
        <span className={styles.price}>
          <span className={styles.number}>{price}</span>{' '}
          {isCut ? (
            keepPlaces(`takes #${formatCount(offer.position)}.`)
          ) : (
            <>
              passes <Name whole={entry.name}>{name}</Name>.
            </>
          )}
        </span>
      )}
    </h1>
  )
}

/** Keeps the direction of a name from the words around it. */
function Name({ whole, children }: { whole: string; children: string }) {
  return (
    <bdi className={styles.name} title={whole}>
      {children}
    </bdi>
  )
}
