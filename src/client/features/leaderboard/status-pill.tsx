import type { ConnectionStatus } from '#client/lib/live-stream.ts'
import styles from './status-pill.module.css'

const LABELS = { connecting: 'Reconnecting', live: 'Live', offline: 'Offline' } as const

export interface StatusPillProps {
  status: ConnectionStatus
  paused: boolean
}

export function StatusPill({ status, paused }: StatusPillProps) {
  const shown = paused && status === 'live' ? 'paused' : status
  return (
    <p className={styles.pill} data-status={shown}>
      {shown === 'paused' ? 'Paused' : LABELS[shown]}
    </p>
  )
}
