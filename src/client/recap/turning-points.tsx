import type { ReactNode } from 'react'
import { stopAfter } from '#contract/full-stop.ts'
import type { Recap } from '#contract/crowns.ts'
import { formatAmount } from '#contract/money.ts'
import { formatCount, LOCALE } from '#client/lib/format.ts'
import { formatMoments } from '#client/lib/moments.ts'
import styles from './recap-page.module.css'

/** The most changes of the first place that are told. */
const MAX_LEADS = 8

interface Point {
  at: string
  key: string
  sentence: ReactNode
}

/** Tells by time what decided the course: new first places, the closest moment, the greatest leap. */
export function TurningPoints({ recap }: { recap: Recap }) {
  const points = [...tellLeads(recap), ...tellClosest(recap), ...tellLeap(recap)].toSorted(
    (a, b) => Date.parse(a.at) - Date.parse(b.at),
  )
  const moments = formatMoments(points.map(({ at }) => Date.parse(at)))
  return (
    <section className={styles.card} aria-labelledby="points">
      <h2 id="points">Turning points</h2>
      <ol className={styles.list}>
        {points.map(({ key, sentence }, index) => (
          <li key={key}>
            <span className={styles.when} lang={LOCALE}>
              {moments[index]}
            </span>
            <span className={styles.sentence}>{sentence}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Tells the latest changes of the first place; the very first is where it all began. */
function tellLeads({ reigns, reignCount }: Recap): Point[] {
  return reigns
    .map((reign, index): Point => {
      const { from, name, value } = reign
      const before = reigns[index - 1]
      const isBeginning = index === 0 && reignCount === reigns.length
      const what = isBeginning ? (
        <>
          <bdi>{name}</bdi> was the first, with {formatAmount(value)}.
        </>
      ) : (
        <>
          <bdi>{name}</bdi> took the first place
          {before && (
            <>
              {' '}
              from <bdi>{before.name}</bdi>
            </>
          )}{' '}
          with {formatAmount(value)}.
        </>
      )
      return { at: from, key: `lead ${from}`, sentence: what }
    })
    .slice(-MAX_LEADS)
}

function tellClosest({ closest }: Recap): Point[] {
  if (closest === null) return []
  const { at, first, second, behindCents } = closest
  const sentence =
    behindCents === 0 ? (
      <>
        It was never closer: <bdi>{first}</bdi> and <bdi>{second}</bdi> were level.
      </>
    ) : (
      <>
        It was never closer: <bdi>{second}</bdi> was {formatAmount(behindCents)} behind{' '}
        <bdi>{first}</bdi>
        {stopAfter(first)}
      </>
    )
  return [{ at, key: 'closest', sentence }]
}

function tellLeap({ leap }: Recap): Point[] {
  if (leap === null) return []
  const places = leap.places === 1 ? 'one place' : `${formatCount(leap.places)} places`
  const sentence = (
    <>
      The greatest leap: <bdi>{leap.name}</bdi> rose by {places} at once.
    </>
  )
  return [{ at: leap.at, key: 'leap', sentence }]
}
