import { useState, type ComponentProps } from 'react'
import { hasAccepted, rememberAcceptance } from '#client/features/disclaimer/acceptance.ts'
import { Disclaimer } from '#client/features/disclaimer/disclaimer.tsx'
import { DonatePanel } from '#client/features/donate/donate-panel.tsx'
import type { TeamChoiceFieldProps } from '#client/features/teams/team-choice-field.tsx'
import { useDeferredModule } from '#client/lib/use-deferred-module.ts'

const loadTeamChoice = () => import('#client/features/teams/team-choice-field.tsx')

export interface AcceptedDonatePanelProps extends Omit<
  ComponentProps<typeof DonatePanel>,
  'requireAcceptance' | 'renderTeams'
> {
  /** The latest payment of the donor on this page; each is another object. */
  latestPayment: object | undefined
}

/** Shows the donation panel, and asks again if the disclaimer has changed since it was accepted. */
export function AcceptedDonatePanel({ latestPayment, ...props }: AcceptedDonatePanelProps) {
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
      <DonatePanel
        {...props}
        requireAcceptance={requireAcceptance}
        renderTeams={(onChoose, refusal) => (
          <DeferredTeamChoice {...{ onChoose, refusal }} payment={latestPayment} />
        )}
      />
    </>
  )
}

/** Fetches and shows the choice of a team; most pages have none. */
function DeferredTeamChoice(props: TeamChoiceFieldProps) {
  const part = useDeferredModule(loadTeamChoice)
  return part && <part.TeamChoiceField {...props} />
}
