import { useState } from 'react'
import type { BoardDescription } from '#contract/boards.ts'
import { formatAmount } from '#contract/money.ts'
import { WHEN } from '#client/lib/board-names.ts'
import { formatCount } from '#client/lib/format.ts'
import type { Total } from '#contract/leaderboard.ts'
import styles from './totals.module.css'
import { useCountUp } from '../motion/use-count-up.ts'

export interface TotalsProps {
  total: Total | undefined
  board: BoardDescription
}

const ROWS: Partial<Record<BoardDescription['ranks'], string>> = {
  donation: 'Donations',
  donor: 'Donors',
}

/** Shows the sums of the board, which count up when they change. */
export function Totals({ total, board: { ranks, span } }: TotalsProps) {
  return (
    <dl className={styles.totals} data-long={isLong(total) || undefined}>
      <div>
        <dt data-span={WHEN[span] || undefined}>
          <span>Raised</span>
          {WHEN[span]}
        </dt>
        <dd>{total ? <CountingNumber value={total.amountCents} format={formatAmount} /> : '–'}</dd>
      </div>
      <div>
        <dt>{ROWS[ranks] ?? 'Constellations'}</dt>
        <dd>{total ? <CountingNumber value={total.count} format={formatCount} /> : '–'}</dd>
      </div>
    </dl>
  )
}

/** Returns whether both sums with their names are longer than a line of the smallest phones. */
function isLong(total: Total | undefined): boolean {
  return (
    total !== undefined &&
    `${formatAmount(total.amountCents)}${formatCount(total.count)}`.length > 12
  )
}

interface CountingNumberProps {
  value: number
  format: (value: number) => string
}

/** Renders a number that counts: React writes its text only at first. */
function CountingNumber({ value, format }: CountingNumberProps) {
  const [first] = useState(() => format(value))
  return (
    <span
      className={styles.figure}
      ref={useCountUp(value, format)}
      style={widthOf(format(value))}
      translate="no"
    >
      {first}
    </span>
  )
}

/**
 * Returns the width of the text, so that counting does not cause a layout at each step; in em, so
 * that it is the same before the font is loaded, whose digits are 0.62 em wide and its punctuation
 * half that. Small sizes draw each glyph up to half a pixel wider.
 */
function widthOf(text: string) {
  const wide = text.match(/[\p{Nd}$]/gu)?.length ?? 0
  const em = wide * 0.62 + (text.length - wide) * 0.31
  return { inlineSize: `calc(${em}em + ${text.length * 0.5}px)` }
}
