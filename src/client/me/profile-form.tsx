import { useId, useState } from 'react'
import { MAX_DISPLAY_NAME } from '#contract/text-limits.ts'
import { NotLoaded } from '#client/features/account/your-account/not-loaded.tsx'
import { useLoaded } from '#client/lib/use-loaded.ts'
import { ProblemNotice } from '#client/features/account/form/problem-notice.tsx'
import { useTask } from '#client/features/account/form/use-task.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { fetchProfile, saveProfile } from './own-payments.ts'
import styles from './me-page.module.css'

/** Changes the name under which the next donations are shown. */
export function ProfileForm() {
  const { loaded, reload } = useLoaded(fetchProfile)
  return (
    <section aria-labelledby="name-title" className={styles.card}>
      <h2 id="name-title">The name of your next donations</h2>
      {loaded.state === 'ready' ? (
        <NameForm initial={loaded.value.displayName ?? ''} />
      ) : (
        <NotLoaded loaded={loaded} onRetry={reload} />
      )}
    </section>
  )
}

function NameForm({ initial }: { initial: string }) {
  const id = useId()
  const task = useTask()
  const [name, setName] = useState(initial)
  const [isSaved, setSaved] = useState(false)

  const save = () =>
    task.run(async () => {
      setSaved(false)
      const { displayName } = await saveProfile(name.trim() === '' ? null : name)
      setName(displayName ?? '')
      setSaved(true)
    })

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!task.busy) void save()
      }}
    >
      <label htmlFor={id}>Name on the leaderboard</label>
      <input
        id={id}
        className={styles.input}
        value={name}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        onChange={(event) => setName(event.target.value)}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        Up to {MAX_DISPLAY_NAME} characters. Without one, the given name of your payment is shown.
      </p>
      <ProblemNotice problem={task.problem} />
      {task.problem === undefined && isSaved && (
        <Notice ariaRole="status" tone="success">
          Saved.
        </Notice>
      )}
      <Button type="submit" busy={task.busy}>
        Save
      </Button>
    </form>
  )
}
