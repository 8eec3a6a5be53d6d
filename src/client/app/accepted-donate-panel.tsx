import { useState, type ComponentProps } from 'react'
import { hasAccepted, rememberAcceptance } from '#client/features/disclaimer/acceptance.ts'
import { Disclaimer } from '#client/features/disclaimer/disclaimer.tsx'
import { DonatePanel } from '#client/features/donate/donate-panel.tsx'

export type AcceptedDonatePanelProps = Omit<ComponentProps<typeof DonatePanel>, 'requireAcceptance'>

/** Shows the donation panel, and asks again if the disclaimer has changed since it was accepted. */
export function AcceptedDonatePanel(props: AcceptedDonatePanelProps) {
  const [asksAgain, setAsksAgain] = useState(false)

  function requireAcceptance(): boolean {
    const isAccepted = hasAccepted()
    setAsksAgain(!isAccepted)
    return isAccepted
  }

  function accept(): void {
    rememberAcceptance(new Date())
    setAsksAgain(false)
  }

  return (
    <>
      {asksAgain && <Disclaimer onAccept={accept} />}
      <DonatePanel {...props} requireAcceptance={requireAcceptance} />
    </>
  )
}
