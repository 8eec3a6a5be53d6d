import { DISCLAIMER_POINTS } from '#contract/disclaimer.ts'
import logo from '#client/assets/logo.svg'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import styles from './disclaimer.module.css'

/** Covers the page until the disclaimer is accepted; there is no other way to close it. */
export function Disclaimer({ onAccept }: { onAccept: () => void }) {
  return (
    <Dialog className={styles.gate} labelledBy="disclaimer-title" describedBy="disclaimer-points">
      <div className={styles.card}>
        <img className={styles.logo} src={logo} alt="Donation Royale" />
        <h1 id="disclaimer-title" className={styles.title} tabIndex={-1} data-first-focus>
          Disclaimer
        </h1>
        <p className={styles.lead}>Five things to know before you enter.</p>
        <ol id="disclaimer-points" className={styles.points}>
          {DISCLAIMER_POINTS.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ol>
        <Button variant="gold" className={styles.accept} onClick={onAccept}>
          I Understand
        </Button>
      </div>
    </Dialog>
  )
}
