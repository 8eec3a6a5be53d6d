import { useState } from 'react'
import { ROUTES } from '#contract/routes.ts'
import type { RemindersView } from '#contract/spending.ts'
import { NotLoaded } from '#client/features/account/your-account/not-loaded.tsx'
import { callApi } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { ProblemNotice } from '#client/ui/form/problem-notice.tsx'
import { useTask } from '#client/ui/form/use-task.ts'
import styles from './me-page.module.css'
import { useSectionLoad } from './section-loads.tsx'

const fetchReminders = () => callApi<RemindersView>(ROUTES.ownReminders)

/** Turns the mails on and off that tell a donor that somebody has passed them. */
export function RemindersSection() {
  const { loaded, reload, isHidden } = useSectionLoad(fetchReminders)
  return (
    <section aria-labelledby="reminders-title" className={styles.card} hidden={isHidden}>
      <h2 id="reminders-title">Reminders</h2>
      <p>
        When somebody passes your best place, a mail tells you what would retake it. At most one a
        day, and a link in each ends them.
      </p>
      {loaded.state === 'ready' ? (
        <Switch initial={loaded.value} />
      ) : (
        <NotLoaded loaded={loaded} onRetry={reload} failure="Your reminders could not be loaded." />
      )}
    </section>
  )
}

function Switch({ initial }: { initial: RemindersView }) {
  const [{ isOn }, setView] = useState(initial)
  const task = useTask()
  const turn = async () => {
    const body = { isOn: !isOn }
    setView(await callApi<RemindersView>(ROUTES.ownReminders, { method: 'PUT', body }))
  }
  return (
    <>
      <p>
        Reminders are <strong>{isOn ? 'on' : 'off'}</strong>.
      </p>
      <Button busy={task.busy} onClick={() => void task.run(turn)}>
        {isOn ? 'Turn reminders off' : 'Turn reminders on'}
      </Button>
      {task.problem !== undefined && <ProblemNotice problem={task.problem} />}
    </>
  )
}
