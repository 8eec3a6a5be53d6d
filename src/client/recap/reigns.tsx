import type { Recap } from '#contract/crowns.ts'
import { formatAmount } from '#contract/money.ts'
import { formatDuration } from '#client/lib/durations.ts'
import { formatCount, LOCALE } from '#client/lib/format.ts'
import { formatMoments } from '#client/lib/moments.ts'
import styles from './recap-page.module.css'

/** The shortest reign whose length is told, ms. */
const MINUTE_MS = 60_000

/** The reigns that are listed before the others are asked for. */
const SHOWN = 6

/** Lists who led when. */
export function Reigns({ recap: { reigns, reignCount, endsAt } }: { recap: Recap }) {
  const lengths = reigns.map(({ from, to }) => Date.parse(to ?? endsAt) - Date.parse(from))
  const moments = formatMoments(reigns.map(({ from }) => Date.parse(from)))
  const items = reigns.map(({ name, from, value }, index) => (
    <li key={from}>
      <span className={styles.when} lang={LOCALE}>
        {moments[index]}
      </span>
      <bdi className={styles.who}>{name}</bdi>
      <span className={styles.what}>
        {formatAmount(value)}
        {(lengths[index] ?? 0) >= MINUTE_MS && `, for ${formatDuration(lengths[index] ?? 0)}`}
      </span>
    </li>
  ))
  const earlier = items.slice(0, -SHOWN)
  return (
    <>
      <h3>Who led when</h3>
      <ol className={styles.list}>{items.slice(-SHOWN)}</ol>
      {earlier.length > 0 && (
        <details className={styles.more}>
          <summary>
            {formatCount(reignCount - SHOWN)} earlier
            {earlier.length < reignCount - SHOWN && `, the last ${formatCount(earlier.length)}`}
          </summary>
          <ol className={styles.list}>{earlier}</ol>
        </details>
      )}
    </>
  )
}
