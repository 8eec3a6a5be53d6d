import { useCampaign } from '#client/lib/campaign.ts'
import { formatDeadline } from '#client/lib/format.ts'
import styles from './donate-panel.module.css'
import { LeadLine } from './lead-line.tsx'

export interface PanelHeadProps {
  isTest: boolean
  isTaking: boolean
}

/** Says what the panel is for, or that donations are closed. */
export function PanelHead({ isTest, isTaking }: PanelHeadProps) {
  return (
    <header className={styles.head}>
      <h2 id="donate-title">{isTaking ? 'Claim your place' : 'Donations are closed'}</h2>
      {isTest && <TestBadge />}
      <p aria-live="polite">{isTaking ? <LeadLine /> : <Closing />}</p>
    </header>
  )
}

/** Says that no real money is taken; once on the panel. */
export function TestBadge() {
  return <span className={styles.badge}>Test mode</span>
}

/** Says since when donations are closed, if a deadline has closed them. */
function Closing() {
  const { open, deadline, timeZone } = useCampaign()
  const since =
    open && deadline !== null ? `They closed on ${formatDeadline(deadline, timeZone)}. ` : ''
  return `${since}The board stays as it is.`
}
