import { useState } from 'react'
import type { OwnLimits } from '#contract/spending.ts'
import { formatEnd } from '#client/lib/moments.ts'
import { pauseDonations } from '#client/lib/own-limits.ts'
import { Button } from '#client/ui/button.tsx'
import { ProblemNotice } from '#client/ui/form/problem-notice.tsx'
import { useTask } from '#client/ui/form/use-task.ts'
import { Notice } from '#client/ui/notice.tsx'
import styles from './limits.module.css'

export interface PauseControlProps {
  pausedUntil: string | null
  onChanged: (limits: OwnLimits) => void
}

/** Pauses the donor's donations for 24 hours, after asking once: nobody can end it earlier. */
export function PauseControl({ pausedUntil, onChanged }: PauseControlProps) {
  const [isAsked, setAsked] = useState(false)
  const task = useTask()
  const pause = async () => {
    onChanged(await pauseDonations())
    setAsked(false)
  }
  return (
    <div className={styles.pause} data-runs={pausedUntil !== null || undefined}>
      {pausedUntil === null && <h3>A pause of 24 hours</h3>}
      {pausedUntil !== null ? (
        <Notice ariaRole="status">
          Your donations are paused until {formatEnd(Date.parse(pausedUntil))}. Nobody can end it
          earlier.
        </Notice>
      ) : (
        <>
          <p>
            For 24 hours nothing can be donated with this account, and payments that are open are
            cancelled. Nobody can end it earlier, not even the host.
          </p>
          {isAsked ? (
            <div className={styles.buttons}>
              <Button busy={task.busy} onClick={() => void task.run(pause)}>
                Pause now
              </Button>
              <Button variant="link" onClick={() => setAsked(false)}>
                Cancel
              </Button>
            </div>
          ) : (
            <Button onClick={() => setAsked(true)}>Pause for 24 hours</Button>
          )}
          {task.problem !== undefined && <ProblemNotice problem={task.problem} />}
        </>
      )}
    </div>
  )
}
