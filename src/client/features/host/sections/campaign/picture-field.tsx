import { useId, useState } from 'react'
import { ConsoleButton } from '../../ui/console-button.tsx'
import styles from './campaign.module.css'
import { uploadPicture } from './upload-picture.ts'

export interface PictureFieldProps {
  /** The path of the picture; empty for none. */
  value: string
  live: string
  isLocked: boolean
  onEdit: (value: string) => void
  onPutBack: () => void
}

/** Uploads the picture of the campaign, and shows the one that the draft has. */
export function PictureField({ value, live, isLocked, onEdit, onPutBack }: PictureFieldProps) {
  const id = useId()
  const { isBusy, problem, upload } = useUpload(onEdit)
  return (
    <div className={styles.field} data-changed={value !== live || undefined}>
      <label htmlFor={id}>Picture or logo</label>
      {value !== '' && <img className={styles.picture} src={value} alt="As the page shows it" />}
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        disabled={isLocked}
        aria-busy={isBusy || undefined}
        aria-describedby={`${id}-notes`}
        aria-invalid={problem !== undefined || undefined}
        onChange={(event) => void upload(event.target.files?.[0])}
      />
      <div id={`${id}-notes`} className={styles.notes}>
        {problem !== undefined && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <p aria-live="polite">
          {isBusy ? 'Uploading the picture …' : 'PNG, JPEG, WebP or GIF, up to 5 MB.'}
        </p>
        {isLocked && <p>Locked: set by the campaign file.</p>}
      </div>
      <div className={styles.pictureActions}>
        {value !== live && (
          <ConsoleButton variant="bare" onClick={onPutBack}>
            Put back<span className="visually-hidden"> the picture</span>
          </ConsoleButton>
        )}
        {value !== '' && !isLocked && (
          <ConsoleButton variant="bare" onClick={() => onEdit('')}>
            Remove<span className="visually-hidden"> the picture</span>
          </ConsoleButton>
        )}
      </div>
    </div>
  )
}

/** Uploads a chosen file; a failure leaves the draft as it is. */
function useUpload(onUploaded: (path: string) => void) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function upload(file: File | undefined): Promise<void> {
    if (file === undefined || isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      onUploaded(await uploadPicture(file))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Something went wrong.')
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, problem, upload }
}
