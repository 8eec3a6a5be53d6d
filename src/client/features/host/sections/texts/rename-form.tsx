import { useEffect, useId, useRef, useState, type SyntheticEvent } from 'react'
import { ConsoleButton } from '../../ui/console-button.tsx'
import styles from './texts.module.css'

export interface RenameFormProps {
  name: string
  isBusy: boolean
  onRename: (name: string) => void
  onCancel: () => void
}

/** Asks for the name to show in place of the donor's. */
export function RenameForm({ name, isBusy, onRename, onCancel }: RenameFormProps) {
  const id = useId()
  const [value, setValue] = useState(name)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isBusy) onRename(value)
  }
  return (
    <form className={styles.rename} onSubmit={submit}>
      <label htmlFor={id}>Name to show</label>
      <input
        id={id}
        ref={field}
        value={value}
        onChange={({ target }) => setValue(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onCancel()}
      />
      <ConsoleButton type="submit" variant="light" busy={isBusy}>
        Rename
      </ConsoleButton>
      <ConsoleButton onClick={onCancel}>Cancel</ConsoleButton>
    </form>
  )
}
