import { memo } from 'react'
import { formatAmount } from '#contract/money.ts'
import { LIGHT_MARK, markRow } from '#client/lib/board-marks.ts'
import { formatCount } from '#client/lib/format.ts'
import lightStyles from './amount-light.module.css'
import { CelestialBody } from './celestial-body.tsx'
import styles from './donor-row.module.css'
import { RankChangeBadge } from './rank-change.tsx'
import { CrownSlot } from '../crowns/crown-slot.tsx'
import { OwnTag } from '../own/own-tag.tsx'
import { PODIUM_PLACES, rowsHeight } from '../geometry/row-height.ts'
import type { RowView } from './row-view.ts'
import { SecondLine } from './second-line.tsx'

declare module 'react' {
  interface CSSProperties {
    /** The length of a row's light, 0 to 1. */
    '--light'?: number
  }
}

export const DonorRow = memo(function DonorRow(row: RowView) {
  const { donation, position, size, own, rankChange } = row

  return (
    <li
      className={styles.row}
      style={{ translate: `0 ${rowsHeight(position - 1 - PODIUM_PLACES)}` }}
      value={position}
      aria-setsize={size}
      aria-posinset={position}
      {...markRow(donation.id)}
      data-own={own || undefined}
    >
      <span className={styles.light} {...LIGHT_MARK} aria-hidden="true" />
      <span className={styles.rank}>
        <span className={styles.position}>{formatCount(position)}</span>
        <RankChangeBadge rankChange={rankChange} />
      </span>
      <Donor
        donation={donation}
        timeAgo={row.timeAgo}
        tie={row.tie}
        own={own}
        held={row.held}
        onShare={row.onShare}
      />
      <span className={styles.amount}>{formatAmount(donation.amountCents)}</span>
      <span
        className={lightStyles.light}
        style={{ '--light': row.light }}
        data-behind={describeGap(row)}
        data-unlit={row.light === 0 || undefined}
      />
    </li>
  )
})

/**
 * Says how far a row is behind the next place; equal amounts are not behind each other. The text
 * has no place in it: it would change in each row below a newcomer.
 */
function describeGap({ behindCents, tie }: RowView): string | undefined {
  if (behindCents > 0) return `${formatAmount(behindCents)} behind`
  return tie === 'later' ? 'tied' : undefined
}

/** Memoized separately, since positions change far more often than the donors that hold them. */
const Donor = memo(function Donor({
  donation,
  own,
  onShare,
  ...when
}: Pick<RowView, 'donation' | 'timeAgo' | 'tie' | 'own' | 'held' | 'onShare'>) {
  const { id, name, amountCents } = donation
  return (
    <>
      <span className={styles.orbit}>
        <CelestialBody id={id} name={name} amountCents={amountCents} />
      </span>
      <span className={styles.who}>
        <span className={styles.nameLine}>
          <bdi className={styles.name} dir="auto" title={name}>
            {name}
          </bdi>
          <CrownSlot id={id} />
          {own && <OwnTag onShare={onShare} />}
        </span>
        <span className={styles.time}>
          <SecondLine donation={donation} {...when} />
        </span>
      </span>
    </>
  )
})
