import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { stopAfter } from '#contract/full-stop.ts'
import type { TeamChoice } from '#contract/donor-teams/choice.ts'
import type { FoundedTeam, Membership } from '#contract/donor-teams/teams.ts'
import { useLoaded } from '#client/lib/use-loaded.ts'
import { Button } from '#client/ui/button.tsx'
import { FoundButton } from './found-dialog.tsx'
import styles from './teams.module.css'
import { fetchTeamChoices, withOwn, type TeamChoices } from './teams-api.ts'
import { TeamSelect } from './team-select.tsx'
import { useHeldWhileTyping } from './use-held-while-typing.ts'
import { useTeamChanges } from './use-team-changes.ts'

export interface TeamChoiceFieldProps {
  /**
   * Called with the team that the field shows; until then it is the one that the donor is in.
   * `isOffered` is false if there is nothing to choose.
   */
  onChoose: (choice: TeamChoice, isOffered?: boolean) => void
  /** The latest payment of the donor on this page; each is another object. */
  payment?: object | undefined
  /** The latest refusal of a payment for the chosen team; each is another object. */
  refusal?: object | undefined
}

/** Asks in the donation panel for which team a donation is, the donor's own one chosen already. */
export function TeamChoiceField({ onChoose, payment, refusal }: TeamChoiceFieldProps) {
  const { loaded, reload } = useLoaded(fetchTeamChoices)
  const isBound = loaded.state === 'ready' && loaded.value.membership.bound !== null
  useTeamChanges(reload, { payment, refusal, isBound })
  if (loaded.state === 'loading') return <div className={styles.field} aria-hidden="true" />
  if (loaded.state === 'failed') {
    return (
      <div className={styles.field}>
        <output>The constellations could not be loaded; you stay in yours.</output>
        <Button variant="link" onClick={reload}>
          Try again
        </Button>
      </div>
    )
  }
  return <Choice choices={loaded.value} onChoose={onChoose} />
}

interface ChoiceProps extends Pick<TeamChoiceFieldProps, 'onChoose'> {
  choices: TeamChoices
}

function Choice({ choices, onChoose }: ChoiceProps) {
  const shown = useHeldWhileTyping(choices)
  const { team, bound } = shown.membership
  if (bound === null || team === null) return <FreeChoice choices={shown} onChoose={onChoose} />
  return <BoundTeam {...{ team, bound, onChoose }} />
}

interface BoundTeamProps extends Pick<TeamChoiceFieldProps, 'onChoose'> {
  team: NamedTeam
  bound: string
}

/** Says in which team the donor is and why they cannot change it; what they chose before is void. */
function BoundTeam({ team, bound, onChoose }: BoundTeamProps) {
  useShownTeam(team.id, onChoose)
  return (
    <p className={styles.field}>
      You are in <bdi>{team.name}</bdi>
      {stopAfter(team.name)} <span className={styles.note}>{bound}</span>
    </p>
  )
}

function FreeChoice({ choices: { teams, membership }, onChoose }: ChoiceProps) {
  const select = useRef<HTMLSelectElement>(null)
  const [founded, setFounded] = useState<FoundedTeam['team']>()
  const { choose, ...choice } = useChosenTeam(teams)
  if (founded !== undefined && teams.some(({ id }) => id === founded.id)) setFounded(undefined)

  const canFound = membership.cannotFound === null && founded === undefined
  const own = founded ? [founded] : []
  const all = withOwn(teams, own)
  const { shown, closed } = findShown(all, choice, membership.team)
  const isEmpty = all.length === 0 && !canFound && choice.closed === undefined
  // Without a field, a donor whose team is closed gives for none all the same.
  const teamId = isEmpty && closed === undefined ? undefined : idOf(shown)
  useShownTeam(teamId, onChoose, !isEmpty)
  if (isEmpty) return null
  const names = { teams: all, ofDonor: [...own, ...membership.founded] }
  return (
    <div className={styles.field} data-together="">
      <ChosenTeam {...{ ...names, select, shown, closed, choose }} />
      {canFound && (
        <FoundButton
          select={select}
          onFounded={(team) => {
            setFounded(team)
            choose(team)
          }}
        />
      )}
    </div>
  )
}

/** Returns the team that the next donation is for, and the closed one that is told of. */
function findShown(
  teams: readonly NamedTeam[],
  { chosen, closed }: Pick<TeamChooser, 'chosen' | 'closed'>,
  own: Membership['team'],
): { shown: NamedTeam | undefined; closed: NamedTeam | undefined } {
  if (chosen !== undefined || own === null) {
    return { shown: teams.find(({ id }) => id === chosen?.id), closed }
  }
  if (!own.open) return { shown: undefined, closed: closed ?? own }
  return { shown: teams.find(({ id }) => id === own.id), closed }
}

type TeamChooser = ReturnType<typeof useChosenTeam>

interface ChosenTeamProps extends Pick<TeamChooser, 'choose' | 'closed'> {
  teams: readonly NamedTeam[]
  /** The teams that the donor has founded. */
  ofDonor: Membership['founded']
  /** The team that the next donation is for; undefined for none. */
  shown: NamedTeam | undefined
  select: RefObject<HTMLSelectElement | null>
}

/** Chooses a team, and says what that means. */
function ChosenTeam({ teams, ofDonor, select, shown, closed, choose }: ChosenTeamProps) {
  const noteId = useId()
  const isHeld = ofDonor.some(({ id, held }) => held && id === shown?.id)
  return (
    <>
      <TeamSelect
        ref={select}
        teams={teams}
        value={idOf(shown)}
        describedBy={noteId}
        onChange={(teamId) => choose(teams.find(({ id }) => id === teamId) ?? null)}
      />
      <p id={noteId} className={styles.note}>
        <Closed team={closed} />
        {isHeld ? HELD : describeChoice(shown)}
      </p>
    </>
  )
}

function idOf(team: NamedTeam | null | undefined): string | null {
  return team?.id ?? null
}

type NamedTeam = TeamChoices['teams'][number]

/**
 * Tells which team the field shows, so that the payment is for it, whatever the donor has changed on
 * another device meanwhile; undefined if it shows none, and after it is gone.
 */
function useShownTeam(
  teamId: string | null | undefined,
  onChoose: TeamChoiceFieldProps['onChoose'],
  isOffered = true,
): void {
  useEffect(
    () => (isOffered ? onChoose({ teamId }) : onChoose({ teamId }, false)),
    [teamId, isOffered, onChoose],
  )
  useEffect(() => () => onChoose({}), [onChoose])
}

/**
 * Keeps which team the donor has chosen: null for none, undefined for their own one. One that is not
 * offered any more is not chosen any more, and is told as `closed`.
 */
function useChosenTeam(teams: readonly NamedTeam[]) {
  const [chosen, setChosen] = useState<NamedTeam | null>()
  const [closed, setClosed] = useState<NamedTeam>()
  const lastTeams = useRef(teams)

  useEffect(() => {
    const isIn = (list: readonly NamedTeam[]) => list.some(({ id }) => id === chosen?.id)
    // One that was founded just now is not offered yet.
    const isGone = isIn(lastTeams.current) && !isIn(teams)
    lastTeams.current = teams
    if (!isGone || !chosen) return
    setClosed(chosen)
    setChosen(undefined)
  }, [teams, chosen])

  function choose(team: NamedTeam | null): void {
    setChosen(team)
    setClosed(undefined)
  }

  return { chosen, closed, choose }
}

/** Says that the team is closed that was chosen, or that the donor is in. */
function Closed({ team }: { team: NamedTeam | undefined }) {
  return (
    <output>
      {team && (
        <>
          <bdi>{team.name}</bdi> is closed.{' '}
        </>
      )}
    </output>
  )
}

const HELD = 'Its name waits for approval: until then others read “Constellation” and a number.'

function describeChoice(team: { name: string } | undefined) {
  if (team === undefined) return 'Your donation can count for a constellation too.'
  return (
    <>
      Your donation counts for <bdi>{team.name}</bdi> too. You become one of its stars.
    </>
  )
}
