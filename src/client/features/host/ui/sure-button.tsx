import { useState } from 'react'
import { ConsoleButton } from './console-button.tsx'

export interface SureButtonProps {
  label: string
  /** The words of the button once it was pressed. */
  sure: string
  name: string
  busy: boolean
  onSure: () => void
}

/** A button that acts with the second press, since what it does cannot be taken back. */
export function SureButton({ label, sure, name, busy, onSure }: SureButtonProps) {
  const [isArmed, setArmed] = useState(false)
  const shown = isArmed ? sure : label
  return (
    <ConsoleButton
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
