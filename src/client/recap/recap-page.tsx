import { useEffect, useState } from 'react'
import { AppError } from '#contract/app-error.ts'
import type { Recap } from '#contract/crowns.ts'
import { formatAmount } from '#contract/money.ts'
import { callApi } from '#client/lib/api.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { LOCALE, formatCount } from '#client/lib/format.ts'
import { formatMoment } from '#client/lib/moments.ts'
import { useLoaded } from '#client/lib/use-loaded.ts'
import { CrownList } from '#client/features/leaderboard/crowns/crown-list.tsx'
import { Button } from '#client/ui/button.tsx'
import { Logo } from '#client/ui/logo.tsx'
import { PageFooter } from '../app/page-footer.tsx'
import { CourseChart } from './course-chart.tsx'
import { routesOf } from './recap-address.ts'
import styles from './recap-page.module.css'
import { Reigns } from './reigns.tsx'
import { Replay } from './replay/replay.tsx'
import { SavePicture } from './save/save-picture.tsx'
import { TurningPoints } from './turning-points.tsx'

/** Tells the course of a round, or of all time: a replay, who led when, turning points and crowns. */
export function RecapPage() {
  const [routes] = useState(() => routesOf(location.pathname))
  const { loaded, reload } = useLoaded(() => callApi<Recap>(routes.recap))
  const { title, picture } = useCampaign()
  const recap = loaded.state === 'ready' ? loaded.value : undefined
  const name = recap?.round?.name ?? 'All time'

  useEffect(() => {
    document.title = `Recap: ${name} · ${title}`
  }, [name, title])

  return (
    <>
      <main className={styles.page}>
        <div className={styles.galaxy} aria-hidden="true" />
        <header className={styles.header}>
          <a href="/" className={styles.back} aria-label={`${title}: the leaderboard`}>
            <Logo title={title} picture={picture} markMedia="not all" />
          </a>
          <h1>
            Recap: <bdi>{name}</bdi>
          </h1>
          {recap && <Lead recap={recap} />}
        </header>
        {loaded.state === 'loading' && <output>One moment …</output>}
        {loaded.state === 'failed' && (
          <section className={styles.card}>
            <p>{loaded.sentence}</p>
            {isMissing(loaded.error) ? (
              <a href="/">Back to the leaderboard</a>
            ) : (
              <Button onClick={reload}>Try again</Button>
            )}
          </section>
        )}
        {recap && <Sections recap={recap} route={routes.replay} />}
      </main>
      <PageFooter />
    </>
  )
}

/** Returns whether there is no such recap, and none to wait for. */
function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not-found'
}

function Lead({ recap: { round, startsAt, endsAt, total } }: { recap: Recap }) {
  const end = round ? Date.parse(round.endsAt) : Date.parse(endsAt)
  const isRunning = round === null || Date.parse(endsAt) < end
  return (
    <p className={styles.lead}>
      {startsAt !== null && (
        <span lang={LOCALE}>
          {formatMoment(Date.parse(startsAt))} – {isRunning ? 'now' : formatMoment(end)}
        </span>
      )}{' '}
      <span>
        {total.count === 1 ? '1 donation' : `${formatCount(total.count)} donations`},{' '}
        {formatAmount(total.amountCents)}
      </span>
    </p>
  )
}

function Sections({ recap, route }: { recap: Recap; route: string }) {
  const { total, crowns, round } = recap
  if (total.count === 0) {
    return (
      <section className={styles.card}>
        <p>
          Nobody has given {round === null ? 'yet' : 'in this round'}. There is nothing to tell.
        </p>
        <a href="/">Back to the leaderboard</a>
      </section>
    )
  }
  return (
    <div className={styles.sections}>
      <Replay recap={recap} route={route} />
      <section className={styles.card} aria-labelledby="course">
        <h2 id="course">The first places over time</h2>
        <CourseChart recap={recap} />
        <Reigns recap={recap} />
      </section>
      <TurningPoints recap={recap} />
      {crowns.length > 0 && (
        <section className={styles.card} aria-labelledby="crowns">
          <h2 id="crowns">Crowns</h2>
          <CrownList crowns={crowns} inRound={round !== null} />
        </section>
      )}
      <SavePicture recap={recap} />
    </div>
  )
}
