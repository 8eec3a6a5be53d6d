import { useState } from 'react'
import type { OwnPayment } from '#contract/me.ts'
import { MAX_DISPLAY_NAME } from '#contract/text-limits.ts'
import type { OwnTexts } from '#contract/texts.ts'
import { NotLoaded } from '#client/features/account/your-account/not-loaded.tsx'
import { useLoaded } from '#client/lib/use-loaded.ts'
import { MessageField } from '#client/features/donate/texts/message-field.tsx'
import { Button } from '#client/ui/button.tsx'
import { FormProblemNotice } from '#client/ui/form/field-problem.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { Form } from '#client/ui/form/form.tsx'
import { useTask } from '#client/ui/form/use-task.ts'
import { changeTexts, fetchProfile } from './own-payments.ts'
import { findTextField } from './refused-text.ts'
import styles from './texts.module.css'

export interface TextsFormProps {
  payment: OwnPayment
  onSaved: (state: OwnTexts['state']) => void
  onCancel: () => void
}

/** Changes the name and the message of a past donation; never its money. */
export function TextsForm(props: TextsFormProps) {
  const { loaded, reload } = useLoaded(fetchProfile)
  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} onRetry={reload} />
  // A message may be taken back also where the host takes no new ones.
  const hasMessage = typeof props.payment.texts?.message === 'string'
  return <Fields {...props} takesMessage={loaded.value.messages || hasMessage} />
}

function Fields({
  payment: { id, texts },
  takesMessage,
  onSaved,
  onCancel,
}: TextsFormProps & { takesMessage: boolean }) {
  const task = useTask()
  const [name, setName] = useState(texts?.displayName ?? '')
  const [message, setMessage] = useState(texts?.message ?? '')

  async function save(): Promise<void> {
    const displayName = name.trim() === '' ? null : name
    const changed = message.trim() === '' ? null : message
    onSaved(await changeTexts(id, { displayName, ...(takesMessage && { message: changed }) }))
  }

  return (
    <Form task={task} className={styles.form} findField={findTextField} onSubmit={save}>
      <NameField name={name} isAnonymous={texts?.anonymous === true} onChange={setName} />
      {takesMessage && (
        <MessageField
          label="Message, shown with this donation"
          message={message}
          onChange={setMessage}
        />
      )}
      <FormProblemNotice />
      <div className={styles.buttons}>
        <Button type="submit" busy={task.busy}>
          Save
        </Button>
        <Button variant="link" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

interface NameFieldProps {
  name: string
  isAnonymous: boolean
  onChange: (name: string) => void
}

function NameField({ name, isAnonymous, onChange }: NameFieldProps) {
  return (
    <div className={styles.field}>
      <FormField
        name="name"
        label="Name shown with this donation"
        hint={
          isAnonymous
            ? 'Nobody sees it while the donation is shown as Anonymous.'
            : `Up to ${MAX_DISPLAY_NAME} characters. Empty: the first name that you paid with.`
        }
        hintClassName={styles.hint}
      >
        {(control) => (
          <input
            {...control}
            value={name}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the donor asked for this field
            autoFocus
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </FormField>
    </div>
  )
}
