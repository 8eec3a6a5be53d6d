import { useLayoutEffect, useRef, useState } from 'react'
import type { OwnLimits } from '#contract/spending.ts'
import { NotLoaded } from '#client/features/account/your-account/not-loaded.tsx'
import { describeZone } from '#client/lib/moments.ts'
import { fetchOwnLimits } from '#client/lib/own-limits.ts'
import styles from '../me-page.module.css'
import { useSectionLoad } from '../section-loads.tsx'
import { LimitFacts, LimitsForm } from './limits-form.tsx'
import { PauseControl } from './pause-control.tsx'

/** Lets a donor limit what they give in a day and a week, and pause. */
export function LimitsSection() {
  const { loaded, reload, isHidden } = useSectionLoad(fetchOwnLimits)
  const [changed, setChanged] = useState<OwnLimits>()
  const limits = changed ?? (loaded.state === 'ready' ? loaded.value : undefined)
  const section = useRef<HTMLElement>(null)
  useAddressed(section, limits !== undefined)
  const isPaused = typeof limits?.pausedUntil === 'string'
  const pause = limits && <PauseControl pausedUntil={limits.pausedUntil} onChanged={setChanged} />
  return (
    <section
      ref={section}
      id="limits"
      aria-labelledby="limits-title"
      className={styles.card}
      hidden={isHidden}
    >
      <h2 id="limits-title">Limits and pause</h2>
      {isPaused && pause}
      {limits && <LimitFacts limits={limits} />}
      <p>
        Your limits apply to card and PayPal together, on every device. A lower one applies at once,
        a higher one or none after 24 hours.{limits && tellsTimes(limits) && ` ${describeZone()}.`}
      </p>
      {limits !== undefined ? (
        <>
          <LimitsForm limits={limits} onChanged={setChanged} />
          {!isPaused && pause}
        </>
      ) : (
        loaded.state !== 'ready' && (
          <NotLoaded loaded={loaded} onRetry={reload} failure="Your limits could not be loaded." />
        )
      )}
    </section>
  )
}

/** True if something of the limits or of the pause is told with its time. */
function tellsTimes({ day, week, pausedUntil, left }: OwnLimits): boolean {
  return pausedUntil !== null || left.length > 0 || day.later !== null || week.later !== null
}

/** Scrolls to the section once, if the address names it: it was not there when the page opened. */
function useAddressed(section: { current: HTMLElement | null }, isThere: boolean): void {
  useLayoutEffect(() => {
    if (isThere && location.hash === `#${section.current?.id}`) section.current?.scrollIntoView()
  }, [section, isThere])
}
