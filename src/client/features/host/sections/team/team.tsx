import { teamSchema, type Team as TeamData } from '#contract/host/team.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { ChangeTopic } from '../../api/changes.ts'
import { useHostData } from '../../api/use-host-data.ts'
import { DataView } from '../../ui/data-view.tsx'
import { SectionTop } from '../section-top.tsx'
import { Invitations } from './invitations.tsx'
import { InviteForm } from './invite-form.tsx'
import { Members } from './members.tsx'
import styles from './team.module.css'

const TEAM: readonly ChangeTopic[] = ['team']

/** Shows who helps to run the page, and lets owners invite, change and remove them. */
export function Team() {
  const team = useHostData(HOST_ROUTES.team, teamSchema, TEAM)
  return (
    <>
      <SectionTop
        name="Team"
        headline={team.data && describe(team.data)}
        lead="Who helps to run this page, and what each may do."
      />
      <DataView source={team} name="the team" bringsPanels>
        {({ members, invitations }) => (
          <div className={styles.columns}>
            <div className={styles.column}>
              <Members members={members} />
              {invitations.length > 0 && <Invitations invitations={invitations} />}
            </div>
            <InviteForm />
          </div>
        )}
      </DataView>
    </>
  )
}

function describe({ members, invitations }: TeamData): string {
  const people = members.length === 1 ? 'One member' : `${members.length} members`
  const open = invitations.filter(({ isExpired }) => !isExpired).length
  return open === 0 ? `${people}.` : `${people}, ${open} invited.`
}
