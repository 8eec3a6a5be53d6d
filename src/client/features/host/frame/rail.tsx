import type { PaymentsMode } from '#contract/config.ts'
import { useConsole } from '../session/console-context.ts'
import { Dock, type DockProps } from './dock.tsx'
import styles from './rail.module.css'

const MODES: Record<PaymentsMode, { name: string; meaning: string }> = {
  live: { name: 'Live', meaning: 'Real money, real cards.' },
  test: { name: 'Test', meaning: 'Test keys. Nobody is charged.' },
  sandbox: { name: 'Sandbox', meaning: 'Test money. Nobody is charged.' },
}

/** The side of the console: name, mode, sections and account; on a phone a bar at either end. */
export function Rail({ sections, current, onAccount }: DockProps) {
  const { mode } = useConsole()
  const { name, meaning } = MODES[mode]
  return (
    <header className={styles.rail} aria-labelledby="console-title">
      <div className={styles.brand}>
        <span className={styles.mark} />
        <h1 id="console-title">Host console</h1>
      </div>
      <p className={styles.mode} data-mode={mode}>
        <b>{name}</b> <span>{meaning}</span>
      </p>
      <Dock sections={sections} current={current} onAccount={onAccount} />
    </header>
  )
}
