import type { Recap } from '#contract/crowns.ts'
import { titleOf } from '#contract/crown-rules.ts'
import { formatAmount } from '#contract/money.ts'
import { findOwnCrowns, findStand } from '#contract/recap-stand.ts'
import { useCampaign, useIsTakingDonations } from '#client/lib/campaign.ts'
import { describeHeld } from '#client/lib/crown-text.ts'
import { formatCount, LOCALE } from '#client/lib/format.ts'
import { formatMoment, formatMomentRange } from '#client/lib/moments.ts'
import { CrownGlyph } from '#client/ui/crown-glyph.tsx'
import styles from './recap-head.module.css'

/** The crowns of the first one that are shown before all others. */
const SHOWN_CROWNS = 3

/** Says who has won or leads, with which crowns, and how much was given when. */
export function RecapHead({ recap }: { recap: Recap }) {
  const { round, crowns } = recap
  const stand = findStand(recap, useCampaign())
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>
        Recap: <bdi>{round?.name ?? 'All time'}</bdi>
      </h1>
      {stand && (
        <p className={styles.stand}>
          <bdi>{stand.name}</bdi> {stand.hasWon ? 'won' : 'leads'} with{' '}
          <b>{formatAmount(stand.amountCents)}</b>
        </p>
      )}
      <Facts recap={recap} />
      {stand && crowns.length > 0 && <OwnCrowns recap={recap} name={stand.name} />}
      <p className={styles.ways}>
        <DonateLink />
      </p>
    </header>
  )
}

function Facts({ recap: { round, startsAt, endsAt, total } }: { recap: Recap }) {
  const end = round ? Date.parse(round.endsAt) : Date.parse(endsAt)
  const isRunning = round === null || Date.parse(endsAt) < end
  const start = startsAt === null ? undefined : Date.parse(startsAt)
  return (
    <p className={styles.facts}>
      {start !== undefined && (
        <span lang={LOCALE}>
          {isRunning ? `Since ${formatMoment(start)}` : formatMomentRange(start, end)}
        </span>
      )}{' '}
      <span>
        {total.count === 1 ? '1 donation' : `${formatCount(total.count)} donations`},{' '}
        {formatAmount(total.amountCents)}
      </span>
    </p>
  )
}

/** Shows the crowns of whoever is first, besides that of the first place. */
function OwnCrowns({ recap, name }: { recap: Recap; name: string }) {
  const { crowns, round } = recap
  const own = findOwnCrowns(recap)
  return (
    <ul className={styles.crowns} aria-label={`Crowns of ${name}`}>
      {own.slice(0, SHOWN_CROWNS).map((crown) => (
        <li key={crown.kind}>
          <CrownGlyph />
          <span>
            {titleOf(crown.kind, round !== null)} <b>{describeHeld(crown)}</b>
          </span>
        </li>
      ))}
      <li>
        <a className={styles.more} href="#crowns">
          {crowns.length === 1 ? 'The crown' : `All ${crowns.length} crowns`}
        </a>
      </li>
    </ul>
  )
}

/** Leads to the next donation; to the leaderboard while none can begin. */
export function DonateLink() {
  const isTaking = useIsTakingDonations()
  if (!isTaking) return <BoardLink />
  return (
    <a className={styles.donate} href="/#donate">
      Donate
    </a>
  )
}

export function BoardLink() {
  return (
    <a className={styles.donate} href="/">
      To the leaderboard
    </a>
  )
}
