import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { sendConfirmation } from '../api/own-account.ts'
import { ProblemNotice } from '#client/ui/form/problem-notice.tsx'
import { useAccountTask } from './use-account-task.ts'

/** Offers to send the link that confirms the email once more. */
export function ConfirmationRequest({ label }: { label: string }) {
  const [isSent, setSent] = useState(false)
  const { busy, problem, run } = useAccountTask()
  return (
    <>
      <ProblemNotice problem={problem} />
      {isSent && (
        <Notice ariaRole="status" tone="success">
          A new link is on its way to your mailbox.
        </Notice>
      )}
      <Button
        busy={busy}
        onClick={() =>
          void run(async () => {
            setSent(false)
            await sendConfirmation()
            setSent(true)
          })
        }
      >
        {label}
      </Button>
    </>
  )
}
