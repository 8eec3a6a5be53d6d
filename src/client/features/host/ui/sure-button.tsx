import { useState } from 'react'
import { ConsoleButton } from './console-button.tsx'
import styles from './sure-button.module.css'

export interface SureButtonProps {
  label: string
  /** The words of the button once it was pressed. */
  sure: string
  name: string
  busy: boolean
  /** Whether it stands apart from the buttons before it. */
  isApart?: boolean
  onSure: () => void
}

/** A button that acts with the second press, since what it does cannot be taken back. */
export function SureButton(props: SureButtonProps) {
  const { label, sure, name, busy, isApart = false, onSure } = props
  const [isArmed, setArmed] = useState(false)
  const shown = isArmed ? sure : label
  return (
    <ConsoleButton
      variant={isArmed ? 'danger' : 'quiet'}
      className={isApart ? styles.apart : undefined}
      busy={busy}
      aria-label={`${shown}: ${name}`}
      onBlur={() => setArmed(false)}
      onClick={() => {
        if (isArmed) onSure()
        setArmed(!isArmed)
      }}
    >
      {shown}
    </ConsoleButton>
  )
}
