import { useState } from 'react'
import { hostTeamsSchema, type HostTeams } from '#contract/host/donor-teams.ts'
import { hasPermission } from '#contract/host/roles.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { ChangeTopic } from '../../api/changes.ts'
import { useHostData } from '../../api/use-host-data.ts'
import { useConsole } from '../../session/console-context.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { DataView } from '../../ui/data-view.tsx'
import { useMinWidth } from '../../ui/use-min-width.ts'
import { SectionTop } from '../section-top.tsx'
import { TeamForm } from './team-form.tsx'
import { TeamList } from './team-list.tsx'
import styles from './constellations.module.css'

const TOPICS: readonly ChangeTopic[] = ['texts']

/** The least window with room for the list and the form beside each other, as the styles have it. */
const BESIDE = '64rem'

/** Shows the teams of donors, and lets hosts found, rename, approve, close and open them. */
export function Constellations() {
  const teams = useHostData(HOST_ROUTES.teams, hostTeamsSchema, TOPICS)
  const mayFound = hasPermission(useConsole().account.role, 'settings')
  const [editedId, setEditedId] = useState<string>()
  const isBeside = useMinWidth(BESIDE)
  const [fold, setFold] = useState<Fold>('closed')
  const isNone = teams.data?.teams.length === 0
  const isFolded = !isBeside && !isNone && fold !== 'open'
  return (
    <>
      <SectionTop
        name="Constellations"
        headline={teams.data && describe(teams.data)}
        lead="Groups of donors, drawn as stars. A member’s next donation counts for theirs."
      >
        {mayFound && isFolded && <OpenForm fold={fold} onOpen={() => setFold('open')} />}
      </SectionTop>
      <DataView source={teams} name="the constellations" bringsPanels>
        {(data) => {
          const edited = data.teams.find(({ id }) => id === editedId)
          return (
            <div className={styles.columns} data-none={isNone || undefined}>
              <TeamList {...data} onEdit={setEditedId} />
              {edited !== undefined && (
                <TeamForm key={edited.id} team={edited} onDone={() => setEditedId(undefined)} />
              )}
              {edited === undefined && mayFound && !isFolded && (
                <TeamForm
                  team={undefined}
                  onDone={() => setFold('open')}
                  onFold={isBeside || isNone ? undefined : () => setFold('left')}
                />
              )}
            </div>
          )
        }}
      </DataView>
    </>
  )
}

/** The state of the form for a new team where it has no room of its own; `left` once it was open. */
type Fold = 'closed' | 'open' | 'left'

/** Opens the form for a new team, which would stand before the list and the names that wait. */
function OpenForm({ fold, onOpen }: { fold: Fold; onOpen: () => void }) {
  return (
    <ConsoleButton
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form that had it has just closed
      autoFocus={fold === 'left'}
      onClick={onOpen}
    >
      New constellation
    </ConsoleButton>
  )
}

function describe({ teams }: HostTeams): string {
  const held = teams.filter((team) => team.held).length
  if (held > 0) return held === 1 ? 'One name waits for you.' : `${held} names wait for you.`
  const open = teams.filter(({ closedAt }) => closedAt === null).length
  if (open === 0) return 'There is no constellation.'
  return open === 1 ? 'One constellation is open.' : `${open} constellations are open.`
}
