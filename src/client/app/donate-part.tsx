import type { ComponentProps } from 'react'
import { Notice } from '#client/ui/notice.tsx'
import { AcceptedDonatePanel } from './accepted-donate-panel.tsx'

export interface DonatePartProps extends ComponentProps<typeof AcceptedDonatePanel> {
  /** True if the account was made just now. */
  isNewDonor: boolean
  onWelcomed: () => void
}

/** Shows the donation panel, and above it the welcome of a new donor. */
export function DonatePart({ isNewDonor, onWelcomed, ...props }: DonatePartProps) {
  return (
    <>
      {isNewDonor && (
        <Notice ariaRole="status" onDismiss={onWelcomed}>
          We mailed you a link to confirm your email; you can donate right away.
        </Notice>
      )}
      <AcceptedDonatePanel {...props} />
    </>
  )
}
