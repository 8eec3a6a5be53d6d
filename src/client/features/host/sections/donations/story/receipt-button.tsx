import { useState } from 'react'
import { hostDonationStorySchema } from '#contract/host/donations.ts'
import { ConsoleButton } from '../../../ui/console-button.tsx'
import styles from './story-page.module.css'
import { useAction } from './use-action.ts'

/** Mails the donor the receipt once more. */
export function ReceiptButton({ path }: { path: string }) {
  const { task, run } = useAction()
  const [isMailed, setMailed] = useState(false)

  async function mail(): Promise<void> {
    setMailed(false)
    const call = { method: 'POST', body: {} } as const
    setMailed(await run(`${path}/receipts`, hostDonationStorySchema, call))
  }

  return (
    <>
      <ConsoleButton busy={task.busy} onClick={() => void mail()}>
        Mail the receipt again
      </ConsoleButton>
      <output className={styles.hint}>
        {task.problem?.sentence ?? (isMailed ? 'The receipt is mailed.' : '')}
      </output>
    </>
  )
}
