import { useState, type ReactNode } from 'react'
import { AppError } from '#contract/app-error.ts'
import { ANONYMOUS, HELD_NAME } from '#contract/stand-in-names.ts'
import { MAX_DISPLAY_NAME } from '#contract/text-limits.ts'
import type { Profile } from '#contract/texts.ts'
import { Button } from '#client/ui/button.tsx'
import choice from '#client/ui/choice.module.css'
import { FormField } from '#client/ui/form/form-field.tsx'
import { Form, type ReadField } from '#client/ui/form/form.tsx'
import { FieldError } from '#client/ui/form/refused-field.ts'
import { useTask } from '#client/ui/form/use-task.ts'
import { MessageField } from './message-field.tsx'
import styles from './shown-as.module.css'
import type { DonationTexts } from './use-donation-texts.ts'

/** Says before the payment what becomes public, and lets the donor change it. */
export function ShownAs({ texts, children }: { texts: DonationTexts; children?: ReactNode }) {
  const { profile, anonymous, setAnonymous } = texts
  const [isEditing, setEditing] = useState(false)
  const hint = profile && explainHold(profile, anonymous)
  return (
    <div className={styles.texts}>
      {isEditing ? (
        <NameForm texts={texts} onDone={() => setEditing(false)} />
      ) : (
        <p aria-live="polite">
          <ShownName displayName={profile?.displayName} anonymous={anonymous} />
          {texts.hasFailed && '. Your name could not be loaded.'}
        </p>
      )}
      <div className={styles.choices} data-name-choice="">
        <label>
          <input
            type="checkbox"
            className={choice.choice}
            checked={anonymous}
            onChange={(event) => setAnonymous(event.target.checked)}
          />
          {ANONYMOUS}
        </label>
        {texts.hasFailed && (
          <Button variant="link" onClick={texts.reload}>
            Load my name
          </Button>
        )}
        {profile && !anonymous && !isEditing && (
          <Button variant="link" onClick={() => setEditing(true)}>
            Change name
          </Button>
        )}
      </div>
      {hint !== undefined && <p className={styles.note}>{hint}</p>}
      {profile?.messages === true && (
        <MessageField
          label="Message, shown with your donation"
          message={texts.message}
          onChange={texts.setMessage}
        />
      )}
      {children}
    </div>
  )
}

/** Says what waits for the host's approval; undefined if nothing does that is known beforehand. */
function explainHold({ holdsTexts, messages }: Profile, anonymous: boolean): string | undefined {
  if (!holdsTexts) return undefined
  if (anonymous) return messages ? 'A message is shown once the host has approved it.' : undefined
  const what = messages
    ? 'Name and message are shown once the host has approved them.'
    : 'Your name is shown once the host has approved it.'
  return `${what} Until then others see “${HELD_NAME}”.`
}

export interface ShownNameProps {
  /** Null if none was chosen; undefined while it is not known. */
  displayName: string | null | undefined
  anonymous: boolean
}

/** Says under which name the donation will be shown. */
export function ShownName({ displayName, anonymous }: ShownNameProps) {
  if (!anonymous && displayName === undefined) return 'Shown as you chose'
  if (!anonymous && displayName === null) return 'Shown as the first name that you pay with'
  return (
    <>
      Shown as <bdi>{anonymous ? ANONYMOUS : displayName}</bdi>
    </>
  )
}

function NameForm({ texts, onDone }: { texts: DonationTexts; onDone: () => void }) {
  const task = useTask()

  async function save(read: ReadField): Promise<void> {
    try {
      await texts.saveName(read('name'))
    } catch (error) {
      const sentence = error instanceof AppError ? error.message : 'Something went wrong.'
      throw new FieldError('name', `${sentence} The name was not changed.`, { cause: error })
    }
    onDone()
  }

  return (
    <Form task={task} className={styles.form} onSubmit={save}>
      <FormField name="name" label="Shown as (empty: the first name that you pay with)">
        {(control) => (
          <input
            {...control}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the donor asked for this field
            autoFocus
            autoComplete="off"
            maxLength={4 * MAX_DISPLAY_NAME}
            defaultValue={texts.profile?.displayName ?? ''}
          />
        )}
      </FormField>
      <div className={styles.actions}>
        <Button type="submit" busy={task.busy}>
          Save name
        </Button>
        <Button variant="link" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
