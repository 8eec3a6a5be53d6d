import { useId } from 'react'
import { Button } from './button.tsx'
import { ShareIcon } from './icons.tsx'
import styles from './share-button.module.css'
import { useSharing, type Invitation } from './use-sharing.ts'

export interface ShareButtonProps {
  invitation: Invitation
  label: string
  /** True where it is the main action. */
  isMain?: boolean
  /** Called when somebody begins to share, and when the device's share sheet has closed again. */
  onSharing?: ((isSharing: boolean) => void) | undefined
}

/** Shares a link: through the device's share sheet, or as a copied link. */
export function ShareButton({ invitation, label, isMain = false, onSharing }: ShareButtonProps) {
  const { result, share } = useSharing()
  const id = useId()

  async function shareLink(): Promise<void> {
    onSharing?.(true)
    await share(invitation)
    onSharing?.(false)
  }

  return (
    <div className={styles.share} data-main={isMain || undefined}>
      <Button variant={isMain ? 'gold' : 'quiet'} onClick={() => void shareLink()}>
        <ShareIcon />
        {label}
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
