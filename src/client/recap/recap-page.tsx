import { useEffect, useState, type ReactNode } from 'react'
import { AppError } from '#contract/app-error.ts'
import type { Recap } from '#contract/crowns.ts'
import { tellNobody } from '#contract/recap-stand.ts'
import { callApi } from '#client/lib/api.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { useLoaded } from '#client/lib/use-loaded.ts'
import { CrownList } from '#client/features/leaderboard/crowns/crown-list.tsx'
import { Button } from '#client/ui/button.tsx'
import { PageFooter } from '../app/page-footer.tsx'
import { PageTop } from '../app/page-top.tsx'
import { CourseChart } from './course-chart.tsx'
import { routesOf } from './recap-address.ts'
import { BoardLink, DonateLink, RecapHead } from './recap-head.tsx'
import styles from './recap-page.module.css'
import { Reigns } from './reigns.tsx'
import { Replay } from './replay/replay.tsx'
import { SavePicture } from './save/save-picture.tsx'
import { TurningPoints } from './turning-points.tsx'

/** The donations from which a course can be drawn and replayed. */
const MIN_COURSE = 2

/** Tells the course of a round, or of all time: a replay, who led when, turning points and crowns. */
export function RecapPage() {
  const [routes] = useState(() => routesOf(location.pathname))
  const { loaded, reload } = useLoaded(() => callApi<Recap>(routes.recap))
  const { title } = useCampaign()
  const recap = loaded.state === 'ready' ? loaded.value : undefined
  const name = recap && `: ${recap.round?.name ?? 'All time'}`

  useEffect(() => {
    document.title = `Recap${name ?? ''} · ${title}`
  }, [name, title])

  const isShort = recap && recap.total.count < MIN_COURSE
  const isAlone = isShort ?? loaded.state === 'failed'
  return (
    <>
      <div className={styles.galaxy} data-alone={isAlone || undefined} aria-hidden="true" />
      <main className={styles.page} data-short={isShort ? '' : undefined}>
        <PageTop />
        {loaded.state === 'loading' && <output>One moment …</output>}
        {loaded.state === 'failed' && <Failure {...loaded} onRetry={reload} />}
        {recap && <Sections recap={recap} route={routes.replay} />}
      </main>
      <PageFooter />
    </>
  )
}

interface FailureProps {
  error: unknown
  sentence: string
  onRetry: () => void
}

/** Says that there is no such recap, and none to wait for, or why it could not be loaded. */
function Failure({ error, sentence, onRetry }: FailureProps) {
  if (error instanceof AppError && error.code === 'not-found') {
    return (
      <Alone title="There is no recap here">
        <p>The leaderboard shows who is first now.</p>
        <BoardLink />
      </Alone>
    )
  }
  return (
    <Alone title="The recap could not be loaded">
      <p>{sentence}</p>
      <Button onClick={onRetry}>Try again</Button>
    </Alone>
  )
}

/** Says in front of the sky that there is nothing to tell, and where to go. */
function Alone({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.alone}>
      <h1>{title}</h1>
      {children}
    </section>
  )
}

function Sections({ recap, route }: { recap: Recap; route: string }) {
  const { total, crowns, round } = recap
  if (total.count === 0) return <NobodyYet recap={recap} />
  return (
    <>
      <RecapHead recap={recap} />
      <div className={styles.sections}>
        {total.count >= MIN_COURSE && (
          <>
            <Replay recap={recap} route={route} />
            <section className={styles.card} aria-labelledby="course">
              <h2 id="course">The first places over time</h2>
              <CourseChart recap={recap} />
              <Reigns recap={recap} />
            </section>
          </>
        )}
        <TurningPoints recap={recap} />
        {crowns.length > 0 && (
          <section className={styles.card} aria-labelledby="crowns">
            <h2 id="crowns">Crowns</h2>
            <CrownList crowns={crowns} inRound={round !== null} />
          </section>
        )}
      </div>
      {total.count >= MIN_COURSE && <SavePicture recap={recap} />}
    </>
  )
}

/** Asks for the first donation, which a round that is over cannot have any more. */
function NobodyYet({ recap }: { recap: Recap }) {
  const { round } = recap
  const title = (
    <>
      Recap: <bdi>{round?.name ?? 'All time'}</bdi>
    </>
  )
  const [now] = useState(() => Date.now())
  if (round !== null && Date.parse(round.endsAt) <= now) {
    return (
      <Alone title={title}>
        <p className={styles.big}>{tellNobody(recap)}</p>
        <BoardLink />
      </Alone>
    )
  }
  return (
    <Alone title={title}>
      <p className={styles.big}>Be the first</p>
      <p>
        The first donation takes&nbsp;#1. From then on this page tells who led, and for how long.
      </p>
      <DonateLink />
    </Alone>
  )
}
