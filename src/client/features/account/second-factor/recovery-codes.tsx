import { Button } from '#client/ui/button.tsx'
import { CopyButton } from './copy-button.tsx'
import { StepArea } from '../form/step-area.tsx'
import styles from './second-factor.module.css'

const FILE_NAME = 'donation-royale-recovery-codes.txt'

export interface RecoveryCodesProps {
  codes: readonly string[]
  onKept: () => void
}

/** Shows the recovery codes, once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`
  return (
    <StepArea>
      <p tabIndex={-1} className={styles.spoken} data-first-focus>
        <strong>Save these recovery codes.</strong> Each logs you in once, if you lose your phone.
        They are not shown again.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.pair}>
        <CopyButton text={text} label="Copy" />
        <Button onClick={() => download(text)}>Download</Button>
      </div>
      <Button variant="gold" onClick={onKept}>
        I Have Saved Them
      </Button>
    </StepArea>
  )
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = FILE_NAME
  link.click()
  URL.revokeObjectURL(url)
}
