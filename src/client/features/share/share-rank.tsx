import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { ShareIcon } from '../../ui/icons.tsx'
import { buildInvitation } from './invitation.ts'
import styles from './share-rank.module.css'
import { useSharing } from './use-sharing.ts'

export interface ShareRankProps {
  donationId: string
  /** Where the donation stands now, from 1. */
  position: number
  /** The donor's first name; null where the provider told none. */
  name: string | null
}

/** Lets donors show others where they stand: through the device's own sheet, or as a copied link. */
export function ShareRank({ donationId, position, name }: ShareRankProps) {
  const { result, share } = useSharing()
  const id = useId()
  const invitation = buildInvitation({ donationId, position, name })
  return (
    <div className={styles.share}>
      <Button onClick={() => void share(invitation)}>
        <ShareIcon />
        Share my rank
      </Button>
      <output className={styles.status}>{result === 'copied' && 'Link copied'}</output>
      {result === 'refused' && (
        <p className={styles.link}>
          <label htmlFor={id}>Copy this link:</label>
          <input
            id={id}
            ref={focusAtOnce}
            readOnly
            value={invitation.url}
            onFocus={(event) => event.currentTarget.select()}
          />
        </p>
      )}
    </div>
  )
}

/** Selected as it is, one press is then left to do. */
function focusAtOnce(field: HTMLInputElement | null): void {
  field?.focus()
}
