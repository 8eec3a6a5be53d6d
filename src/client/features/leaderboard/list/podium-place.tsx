import { memo } from 'react'
import { formatAmount } from '#contract/money.ts'
import { BODY_MARK, LIGHT_MARK, markRow } from '#client/lib/board-marks.ts'
import { hasLongWord, hyphenate } from '#client/lib/hyphenate.ts'
import { RankChangeBadge } from './rank-change.tsx'
import { CrownSlot } from '../crowns/crown-slot.tsx'
import { OwnTag } from '../own/own-tag.tsx'
import longStyles from './long-name.module.css'
import styles from './podium-place.module.css'
import type { RowView } from './row-view.ts'
import { SecondLine } from './second-line.tsx'

/** Shows one of the first three: read in the order 1, 2, 3, and displayed in the order 2, 1, 3. */
export const PodiumPlace = memo(function PodiumPlace(row: RowView) {
  const { donation, position, size, timeAgo, tie, held, rankChange, own, onShare } = row
  const { id, name, amountCents } = donation

  return (
    <li
      className={styles.place}
      value={position}
      aria-setsize={size}
      aria-posinset={position}
      data-place={position}
      {...markRow(id)}
      data-own={own || undefined}
    >
      <span className={styles.light} {...LIGHT_MARK} aria-hidden="true" />
      <span className={styles.sun} {...BODY_MARK}>
        {position}
      </span>
      <bdi
        className={hasLongWord(name) ? `${styles.name} ${longStyles.long}` : styles.name}
        dir="auto"
        title={name}
      >
        {hyphenate(name)}
      </bdi>
      <span className={styles.amount}>{formatAmount(amountCents)}</span>
      <span className={styles.time}>
        <CrownSlot id={id} />
        {own && <OwnTag onShare={onShare} />}
        <span>
          <SecondLine donation={donation} timeAgo={timeAgo} tie={tie} held={held} />{' '}
          <RankChangeBadge rankChange={rankChange} />
        </span>
      </span>
    </li>
  )
})
