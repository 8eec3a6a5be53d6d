import { hostDonationStorySchema } from '#contract/host/donations.ts'
import { FormField } from '#client/ui/form/form-field.tsx'
import { FormProblemNotice } from '#client/ui/form/field-problem.tsx'
import { Form } from '#client/ui/form/form.tsx'
import { ConsoleButton } from '../../../ui/console-button.tsx'
import styles from './story-page.module.css'
import { useAction } from './use-action.ts'

/** Takes a note on a donation, which other hosts see. */
export function NoteForm({ path }: { path: string }) {
  const { task, send } = useAction()
  return (
    <Form
      className={styles.form}
      task={task}
      onSubmit={async (read, form) => {
        const body = { text: read('note').trim() }
        await send(`${path}/notes`, hostDonationStorySchema, { method: 'POST', body })
        form.reset()
      }}
    >
      <FormField name="note" label="Note for other hosts">
        {(control) => (
          <textarea
            {...control}
            rows={2}
            maxLength={2000}
            data-missing="Write the note first."
            required
          />
        )}
      </FormField>
      <FormProblemNotice />
      <ConsoleButton type="submit" busy={task.busy}>
        Save note
      </ConsoleButton>
    </Form>
  )
}
