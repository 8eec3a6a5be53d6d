import type { RefObject } from 'react'
import { formatAmount } from '#contract/money.ts'
import { formatCount, keepPlaces } from '#client/lib/format.ts'
import { useChosenTeam, useOwnPlaces } from '#client/lib/own-places.ts'
import { ChevronIcon } from '#client/ui/icons.tsx'
import type { AmountChoice } from '../amount/use-amount-choice.ts'
import { LeadLine } from '../lead-line.tsx'
import { describeClosed } from '../teamless-words.ts'
import { describeAim } from './aim-sentence.ts'
import styles from './sheet.module.css'
import type { Sheet } from './use-sheet.ts'
import { useSwipe } from './use-swipe.ts'

export interface SheetHeadProps {
  sheet: Sheet
  choice: AmountChoice
  toggle: RefObject<HTMLButtonElement | null>
}

/** Heads the sheet: closed with what the chosen amount would do, open with what the panel is for. */
export function SheetHead({ sheet, choice, toggle }: SheetHeadProps) {
  const { isOpen } = sheet
  const swipe = useSwipe(sheet)
  return (
    <header className={styles.head} {...swipe}>
      <div className={styles.title}>
        <h2 id="donate-title" className={isOpen ? undefined : 'visually-hidden'}>
          Claim your place
        </h2>
        {isOpen ? (
          <p className={`${styles.more} ${styles.either}`}>
            <span data-hidden={sheet.isAmountAway || undefined}>
              <LeadLine />
            </span>
            <span data-hidden={!sheet.isAmountAway || undefined}>
              {describeAmount(choice.amountCents)}
            </span>
          </p>
        ) : (
          <Aim choice={choice} />
        )}
      </div>
      <button
        ref={toggle}
        type="button"
        className={styles.toggle}
        aria-label={isOpen ? 'Close the panel' : 'Change the amount'}
        aria-expanded={isOpen}
        onClick={isOpen ? sheet.close : sheet.open}
      >
        {isOpen ? 'Close' : 'Change'}
        <ChevronIcon />
      </button>
    </header>
  )
}

/** Says what the chosen amount would do to the board. */
function Aim({ choice: { amountCents, quote } }: { choice: AmountChoice }) {
  const { isTeamless, isLeaving } = useOwnPlaces()
  const team = useChosenTeam()
  if (isTeamless) {
    return (
      <>
        <p className={styles.aim}>{describeAmount(amountCents)}</p>
        <p className={styles.more}>{describeClosed(team, isLeaving)}</p>
      </>
    )
  }
  if (amountCents === undefined || quote.state !== 'ready') {
    return <p className={styles.aim}>{describeAmount(amountCents)}</p>
  }
  const { verb, position, more, name } = describeAim(quote.rank, quote.own)
  const isOwnSum = quote.own.sums !== undefined && position === quote.own.best?.position
  return (
    <>
      <p className={styles.aim} data-position={position} data-sums={isOwnSum || undefined}>
        {formatAmount(amountCents)} {keepPlaces(verb)}&nbsp;
        <strong>#{formatCount(position)}</strong>
      </p>
      {(more !== '' || name !== undefined) && (
        <p className={styles.more}>
          {keepPlaces(more)}
          {name !== undefined && <bdi>{name}</bdi>}
        </p>
      )}
    </>
  )
}

function describeAmount(amountCents: number | undefined): string {
  return amountCents === undefined ? 'Choose an amount' : `Donate ${formatAmount(amountCents)}`
}
