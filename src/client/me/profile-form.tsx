import { useState } from 'react'
import { MAX_DISPLAY_NAME } from '#contract/text-limits.ts'
import { NotLoaded } from '#client/features/account/your-account/not-loaded.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { Form } from '#client/ui/form/form.tsx'
import { useTask } from '#client/ui/form/use-task.ts'
import { fetchProfile, saveProfile } from './own-payments.ts'
import { findTextField } from './refused-text.ts'
import { SaveEnd } from './save-end.tsx'
import { useSectionLoad } from './section-loads.tsx'
import styles from './me-page.module.css'

/** Changes the name under which the next donations are shown. */
export function ProfileForm() {
  const { loaded, reload, isHidden } = useSectionLoad(fetchProfile)
  return (
    <section aria-labelledby="name-title" className={styles.card} hidden={isHidden}>
      <h2 id="name-title">Name for future donations</h2>
      {loaded.state === 'ready' ? (
        <NameForm initial={loaded.value.displayName ?? ''} />
      ) : (
        <NotLoaded loaded={loaded} onRetry={reload} failure="Your name could not be loaded." />
      )}
    </section>
  )
}

function NameForm({ initial }: { initial: string }) {
  const task = useTask()
  const [name, setName] = useState(initial)
  const [isSaved, setSaved] = useState(false)

  async function save(): Promise<void> {
    setSaved(false)
    const { displayName } = await saveProfile(name.trim() === '' ? null : name)
    setName(displayName ?? '')
    setSaved(true)
  }

  return (
    <Form task={task} className={styles.form} findField={findTextField} onSubmit={save}>
      <FormField
        name="name"
        label="Name on the leaderboard"
        hint={`Up to ${MAX_DISPLAY_NAME} characters. Without one, the given name of your payment is shown.`}
        hintClassName={styles.hint}
      >
        {(control) => (
          <input
            {...control}
            className={styles.input}
            value={name}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </FormField>
      <SaveEnd task={task} isSaved={isSaved} label="Save" />
    </Form>
  )
}
