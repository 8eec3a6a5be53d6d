import { useId, useRef, useState } from 'react'
import { NotLoaded } from '#client/features/account/your-account/not-loaded.tsx'
import { FoundButton } from '#client/features/teams/found-dialog.tsx'
import { TeamSelect } from '#client/features/teams/team-select.tsx'
import {
  fetchTeamChoices,
  joinTeam,
  withOwn,
  type TeamChoices,
} from '#client/features/teams/teams-api.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { Form } from '#client/ui/form/form.tsx'
import { useTask } from '#client/ui/form/use-task.ts'
import styles from './me-page.module.css'
import { SaveEnd } from './save-end.tsx'
import { useSectionLoad } from './section-loads.tsx'

/** Changes the team that a donor is in; nothing while there are no teams. */
export function TeamSection() {
  return useCampaign().teams === 'off' ? null : <LoadedSection />
}

function LoadedSection() {
  const { loaded, reload, isHidden } = useSectionLoad(fetchTeamChoices)
  return (
    <section aria-labelledby="team-title" className={styles.card} hidden={isHidden}>
      <h2 id="team-title">Your constellation</h2>
      <p>What you give counts for it too, and makes you one of its stars.</p>
      {loaded.state === 'ready' ? (
        <TeamForm choices={loaded.value} />
      ) : (
        <NotLoaded
          loaded={loaded}
          onRetry={reload}
          failure="The constellations could not be loaded."
        />
      )}
    </section>
  )
}

function TeamForm({ choices }: { choices: TeamChoices }) {
  const task = useTask()
  const noteId = useId()
  const select = useRef<HTMLSelectElement>(null)
  const [membership, setMembership] = useState(choices.membership)
  const [teams, setTeams] = useState(choices.teams)
  const { team, bound, cannotFound } = membership
  const [value, setValue] = useState(team?.open === true ? team.id : null)
  const [isSaved, setSaved] = useState(false)
  const mayFound = useCampaign().teams === 'donors'

  async function join(teamId: string | null): Promise<void> {
    setSaved(false)
    setMembership(await joinTeam(teamId))
    setSaved(true)
  }

  // The field itself says that there is none.
  const isNoted = team !== null || bound !== null
  return (
    <>
      {isNoted && (
        <p id={noteId}>
          {describeMembership(membership)}
          {bound !== null && ` ${bound}`}
        </p>
      )}
      {bound === null && (
        <Form task={task} className={styles.form} onSubmit={() => join(value)}>
          <TeamSelect
            ref={select}
            teams={teams}
            value={value}
            describedBy={isNoted ? noteId : undefined}
            onChange={setValue}
          />
          <SaveEnd task={task} isSaved={isSaved} label="Save my constellation" />
        </Form>
      )}
      {bound === null && cannotFound === null && (
        <FoundButton
          select={select}
          onFounded={(founded) => {
            setTeams(withOwn(teams, [founded]))
            setValue(founded.id)
            void task.run(() => join(founded.id))
          }}
        />
      )}
      {mayFound && cannotFound !== null && <p>{cannotFound}</p>}
    </>
  )
}

function describeMembership({ team }: TeamChoices['membership']) {
  if (team === null) return 'You are in no constellation.'
  return (
    <>
      You are a star of{' '}
      <strong>
        <bdi>{team.name}</bdi>
      </strong>
      {team.open ? '.' : ', which is closed.'}
      {team.held &&
        ' Its name waits for approval: until then others read “Constellation” and a number.'}
    </>
  )
}
