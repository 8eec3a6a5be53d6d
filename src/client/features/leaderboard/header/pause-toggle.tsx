import { Button } from '#client/ui/button.tsx'
import styles from './pause-toggle.module.css'

export interface PauseToggleProps {
  paused: boolean
  disabled: boolean
  onPause(paused: boolean): void
}

export function PauseToggle({ paused, disabled, onPause }: PauseToggleProps) {
  return (
    <Button
      className={styles.toggle}
      aria-label="Pause live updates"
      aria-pressed={paused}
      title={paused ? 'Resume live updates' : 'Pause live updates'}
      disabled={disabled}
      onClick={() => onPause(!paused)}
    >
      <svg width="18" height="18" viewBox="0 0 18 18" fill="currentColor" aria-hidden="true">
        <path d={paused ? 'M5 3.2v11.6L15 9z' : 'M4.5 3.5h3v11h-3zm6 0h3v11h-3z'} />
      </svg>
    </Button>
  )
}
