import { useState } from 'react'
import { hostTeamsSchema, type HostTeams } from '#contract/host/donor-teams.ts'
import { hasPermission } from '#contract/host/roles.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { ChangeTopic } from '../../api/changes.ts'
import { useHostData } from '../../api/use-host-data.ts'
import { useConsole } from '../../session/console-context.ts'
import { DataView } from '../../ui/data-view.tsx'
import { SectionTop } from '../section-top.tsx'
import { TeamForm } from './team-form.tsx'
import { TeamList } from './team-list.tsx'
import styles from './constellations.module.css'

const TOPICS: readonly ChangeTopic[] = ['texts']

/** Shows the teams of donors, and lets hosts found, rename, approve, close and open them. */
export function Constellations() {
  const teams = useHostData(HOST_ROUTES.teams, hostTeamsSchema, TOPICS)
  const mayFound = hasPermission(useConsole().account.role, 'settings')
  const [editedId, setEditedId] = useState<string>()
  return (
    <>
      <SectionTop
        name="Constellations"
        headline={teams.data && describe(teams.data)}
        lead="Teams of donors: each donor is a star, and what they give counts for their team, too."
      />
      <DataView source={teams} name="the constellations" bringsPanels>
        {(data) => {
          const edited = data.teams.find(({ id }) => id === editedId)
          return (
            <div className={styles.columns}>
              <TeamList {...data} onEdit={setEditedId} />
              {(mayFound || edited !== undefined) && (
                <TeamForm
                  key={edited?.id ?? 'new'}
                  team={edited}
                  onDone={() => setEditedId(undefined)}
                />
              )}
            </div>
          )
        }}
      </DataView>
    </>
  )
}

function describe({ teams }: HostTeams): string {
  const held = teams.filter((team) => team.held).length
  if (held > 0) return held === 1 ? 'One name waits for you.' : `${held} names wait for you.`
  const open = teams.filter(({ closedAt }) => closedAt === null).length
  if (open === 0) return 'There is no constellation.'
  return open === 1 ? 'One constellation is open.' : `${open} constellations are open.`
}
