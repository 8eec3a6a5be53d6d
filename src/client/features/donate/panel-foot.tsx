import { Button } from '#client/ui/button.tsx'
import styles from './donate-panel.module.css'
import type { ShowMessage } from './panel-message.ts'
import { useDeleteTestDonations } from './pay/use-delete-test-donations.ts'

export interface PanelFootProps {
  isTaking: boolean
  mayDelete: boolean
  showMessage: ShowMessage
}

/** Says what becomes of a donation, and lets test donations be deleted. */
export function PanelFoot({ isTaking, mayDelete, showMessage }: PanelFootProps) {
  return (
    <footer className={styles.foot}>
      {isTaking && <p>The amount becomes public. A receipt is mailed.</p>}
      <p>Donations are gifts, and there are no refunds.</p>
      {mayDelete && <DeleteTestDonations showMessage={showMessage} />}
    </footer>
  )
}

function DeleteTestDonations({ showMessage }: { showMessage: ShowMessage }) {
  const { busy, confirmAndDelete } = useDeleteTestDonations(showMessage)
  return (
    <Button
      variant="link"
      className={styles.delete}
      busy={busy}
      onClick={() => void confirmAndDelete()}
    >
      Delete all test donations
    </Button>
  )
}
