import { useId } from 'react'
import { Button } from '#client/ui/button.tsx'
import { ShareIcon } from '#client/ui/icons.tsx'
import { buildInvitation, type SharedRank } from './invitation.ts'
import styles from './share-rank-button.module.css'
import { useSharing } from './use-sharing.ts'

export interface ShareRankButtonProps extends SharedRank {
  /** Called when the donor begins to share, and when the device's share sheet has closed again. */
  onSharing?: (isSharing: boolean) => void
  /** True where it is the main action. */
  isMain?: boolean
}

/** Lets donors share their rank: through the device's share sheet, or as a copied link. */
export function ShareRankButton({ isMain = false, onSharing, ...rank }: ShareRankButtonProps) {
  const { result, share } = useSharing()
  const id = useId()
  const invitation = buildInvitation(rank)

  async function shareRank(): Promise<void> {
    onSharing?.(true)
    await share(invitation)
    onSharing?.(false)
  }

  return (
    <div className={styles.share} data-main={isMain || undefined}>
      <Button variant={isMain ? 'gold' : 'quiet'} onClick={() => void shareRank()}>
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

/** Focuses the field, which selects its text, so that one key press copies it. */
function focusAtOnce(field: HTMLInputElement | null): void {
  field?.focus()
}
