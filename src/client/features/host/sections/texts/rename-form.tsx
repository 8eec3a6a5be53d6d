import { useEffect, useRef } from 'react'
import { FormField } from '#client/ui/form/form-field.tsx'
import { FormProblemNotice } from '#client/ui/form/field-problem.tsx'
import { Form } from '#client/ui/form/form.tsx'
import { findFieldByWords } from '#client/ui/form/refused-field.ts'
import { useTask } from '#client/ui/form/use-task.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import styles from './texts.module.css'

export interface RenameFormProps {
  name: string
  /** Rejects if the name was not changed. */
  onRename: (name: string) => Promise<void>
  onCancel: () => void
}

/** Asks for the name to show in place of the donor's. */
export function RenameForm({ name, onRename, onCancel }: RenameFormProps) {
  const task = useTask()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <Form
      className={styles.rename}
      task={task}
      findField={(error) => findFieldByWords(error, [[/\bname\b/, 'name']])}
      onSubmit={(read) => onRename(read('name'))}
    >
      <FormField name="name" label="Name to show">
        {(control) => (
          <input
            {...control}
            ref={field}
            defaultValue={name}
            autoComplete="off"
            data-missing="Write the new name, with at least one letter or sign."
            required
            onKeyDown={({ key }) => key === 'Escape' && onCancel()}
          />
        )}
      </FormField>
      <FormProblemNotice />
      <ConsoleButton type="submit" variant="light" busy={task.busy}>
        Rename
      </ConsoleButton>
      <ConsoleButton onClick={onCancel}>Cancel</ConsoleButton>
    </Form>
  )
}
