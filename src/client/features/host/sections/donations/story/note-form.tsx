import { useId, useRef } from 'react'
import { hostDonationStorySchema } from '#contract/host/donations.ts'
import { Notice } from '#client/ui/notice.tsx'
import { ConsoleButton } from '../../../ui/console-button.tsx'
import styles from './story-page.module.css'
import { useAction } from './use-action.ts'

/** Takes a note on a donation, which other hosts see. */
export function NoteForm({ path }: { path: string }) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { isBusy, problem, run } = useAction()

  async function save(): Promise<void> {
    const text = field.current?.value.trim() ?? ''
    if (isBusy || text === '') return field.current?.focus()
    const call = { method: 'POST', body: { text } } as const
    const isSaved = await run(`${path}/notes`, hostDonationStorySchema, call)
    if (isSaved && field.current !== null) field.current.value = ''
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <label htmlFor={id}>Note for other hosts</label>
      <textarea ref={field} id={id} rows={2} maxLength={2000} />
      {problem !== undefined && (
        <Notice ariaRole="alert" tone="error">
          {problem}
        </Notice>
      )}
      <ConsoleButton type="submit" busy={isBusy}>
        Save note
      </ConsoleButton>
    </form>
  )
}
