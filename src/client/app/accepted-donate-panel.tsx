import { useState, type ComponentProps, type ReactNode } from 'react'
import { hasAccepted, rememberAcceptance } from '#client/features/disclaimer/acceptance.ts'
import { Disclaimer } from '#client/features/disclaimer/disclaimer.tsx'
import { DonatePanel } from '#client/features/donate/donate-panel.tsx'
import type { TeamChoiceFieldProps } from '#client/features/teams/team-choice-field.tsx'
import { useDeferredModule } from '#client/lib/use-deferred-module.ts'

const loadTeamChoice = () => import('#client/features/teams/team-choice-field.tsx')

export type AcceptedDonatePanelProps = Omit<
  ComponentProps<typeof DonatePanel>,
  'requireAcceptance' | 'renderTeams'
>

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
      <DonatePanel {...props} requireAcceptance={requireAcceptance} renderTeams={renderTeams} />
    </>
  )
}

function renderTeams(onChoose: TeamChoiceFieldProps['onChoose']): ReactNode {
  return <DeferredTeamChoice onChoose={onChoose} />
}

/** Fetches and shows the choice of a team; most pages have none. */
function DeferredTeamChoice(props: TeamChoiceFieldProps) {
  const part = useDeferredModule(loadTeamChoice)
  return part && <part.TeamChoiceField {...props} />
}
