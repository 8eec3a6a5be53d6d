import { useMemo, useState } from 'react'
import { stopAfter } from '#contract/full-stop.ts'
import type { BoardId } from '#contract/boards.ts'
import type { Team } from '#contract/donor-teams/teams.ts'
import { formatAmount } from '#contract/money.ts'
import { formatCount } from '#client/lib/format.ts'
import { useDeferredModule } from '#client/lib/use-deferred-module.ts'
import { Button } from '#client/ui/button.tsx'
import { useCampaign, useIsTakingDonations } from '#client/lib/campaign.ts'
import { SkyCanvas } from './sky-canvas.tsx'
import { listFigures } from './sky-layout.ts'
import { centsOf, countDonors } from './team-words.ts'
import balanceStyles from './balance.module.css'
import duelStyles from './duel.module.css'
import placeStyles from './sky-place.module.css'
import styles from './team-sky.module.css'
import { NO_OPEN_TEAM, type OwnSums } from '#client/lib/own-places.ts'
import type { OwnRank } from '../own/use-own-donations.ts'
import { useArrival, type Arrival } from './use-arrival.ts'
import { useTeams } from './use-teams.ts'

const loadDialog = () => import('./teams-dialog.tsx')

const FAILED = 'The constellations could not be loaded. This page keeps trying by itself.'

/** The teams before they are known. */
const NOT_YET: readonly Team[] = []

interface OwnInSky {
  ownRank: OwnRank | null
  next?: OwnSums['next'] | undefined
  /** The name of the viewer's team; null if they are in no open one, undefined if it is not known. */
  team?: string | null | undefined
}

export interface TeamSkyProps {
  boardId: BoardId
  /** The board's version; undefined before it is there. */
  version: number | undefined
  /** The place of the viewer's own team; null for none. */
  own: OwnInSky
  /** Called with an amount when the viewer wants to give for the first team. */
  onTake?: ((amountCents: number) => void) | undefined
}

/** Shows the teams of a board as constellations, the two that lead against each other. */
export function TeamSky({ boardId, version, own, onTake }: TeamSkyProps) {
  const { teams, hasFailed } = useTeams(boardId, version)
  const shining = useMemo(() => (teams ?? []).filter(({ position }) => position !== null), [teams])
  const arrival = useArrival(teams)
  const [first, second] = shining
  return (
    <div
      className={`${styles.sky} ${placeStyles.place}`}
      data-loading={teams === undefined || undefined}
      data-count={Math.min(3, shining.length)}
      data-few={listFigures(shining).length === 0 || undefined}
    >
      <SkyCanvas teams={shining} arrival={arrival} />
      {first && <Duel {...{ boardId, first, second }} />}
      <Told {...{ boardId, teams, hasFailed, shining, arrival, own }} />
      {teams && first === undefined && onTake && <FirstGift onTake={onTake} />}
    </div>
  )
}

interface ToldProps extends Pick<TeamSkyProps, 'boardId' | 'own'> {
  teams: readonly Team[] | undefined
  hasFailed: boolean
  shining: readonly Team[]
  arrival: Arrival | undefined
}

/** Tells in words what the sky shows, and opens the list of all teams. */
function Told({ boardId, teams = NOT_YET, hasFailed, shining, arrival, own }: ToldProps) {
  const [isOpen, setOpen] = useState(false)
  const dialog = useDeferredModule(loadDialog)
  return (
    <>
      <div className={styles.told}>
        <p>
          {hasFailed && FAILED}
          {teams !== NOT_YET && describe(boardId, shining, arrival)}{' '}
          {shining.length > 0 && <OwnTeam {...own} hasOpen={teams.some(({ open }) => open)} />}
        </p>
        {teams.length > 0 && dialog && (
          <Button variant="link" className={styles.all} onClick={() => setOpen(true)}>
            {nameList(teams.length)}
          </Button>
        )}
      </div>
      {isOpen && dialog && (
        <dialog.TeamsDialog boardId={boardId} teams={teams} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** Names the list of all constellations. */
function nameList(count: number): string {
  if (count === 1) return 'See its donors'
  return count === 2 ? 'Both constellations' : `All ${formatCount(count)} constellations`
}

/** Offers the first donation for a team, while one can begin. */
function FirstGift({ onTake }: { onTake: (amountCents: number) => void }) {
  const { amounts } = useCampaign()
  if (!useIsTakingDonations()) return null
  return (
    <p className={styles.act}>
      <Button variant="gold" onClick={() => onTake(amounts.defaultCents)}>
        Be the first star
      </Button>
    </p>
  )
}

interface DuelProps {
  boardId: BoardId
  first: Team
  second: Team | undefined
}

/** Names the leaders below their constellations, with a bar that says how they share their sums. */
function Duel({ boardId, first, second }: DuelProps) {
  const cents = [first, second].map((team) => (team ? centsOf(boardId, team) : 0))
  return (
    // The list says the same to those who do not see this.
    <div className={`${styles.duel} ${duelStyles.duel}`} aria-hidden="true">
      {[first, second].map(
        (team, index) =>
          team && (
            <p key={team.id} className={duelStyles.leader} data-place={index + 1}>
              <bdi>{team.name}</bdi>
              <span>
                <b>{formatAmount(cents[index] ?? 0)}</b> <small>{countDonors(team)}</small>
              </span>
            </p>
          ),
      )}
      {second && (
        <div className={balanceStyles.balance} style={{ '--way': balanceOf(cents) }}>
          <i />
        </div>
      )}
    </div>
  )
}

/** Returns the share of the first, 0 to 1. */
function balanceOf([first = 0, second = 0]: readonly number[]): number {
  return first + second === 0 ? 0.5 : first / (first + second)
}

interface OwnTeamProps extends OwnInSky {
  /** True if there is a team that can be chosen. */
  hasOpen: boolean
}

/** Says where the viewer's own team stands, and what passes the one above it. */
function OwnTeam({ ownRank, next, team, hasOpen }: OwnTeamProps) {
  const canChoose = useIsTakingDonations() && hasOpen
  if (team === null) return `${NO_OPEN_TEAM}.${canChoose ? ' Choose one when you donate.' : ''}`
  if (ownRank === null || ownRank.name === null) return null
  const { name, position, amountCents } = ownRank
  return (
    <>
      <bdi>{name}</bdi> are at&nbsp;#{formatCount(position)} with {formatAmount(amountCents)}
      {next && (
        <>
          ; {formatAmount(next.moreCents)} more passes <bdi>{next.name}</bdi>
        </>
      )}
      {stopAfter(next?.name ?? '')}
    </>
  )
}

/** Says who leads by how much, and that each donor is a star, or where one has just come. */
function describe(boardId: BoardId, shining: readonly Team[], arrival: Arrival | undefined) {
  const [first, second] = shining
  if (first === undefined) {
    return 'No constellation shines yet. Choose one when you donate: each donor is a star.'
  }
  if (second === undefined) return 'One constellation shines. A second one makes it a contest.'
  const lead = centsOf(boardId, first) - centsOf(boardId, second)
  return (
    <>
      <bdi>{first.name}</bdi> {lead === 0 ? 'is level with' : `leads by ${formatAmount(lead)} over`}{' '}
      <bdi>{second.name}</bdi>
      {stopAfter(second.name)}{' '}
      {arrival ? (
        <>
          A new star in <bdi>{arrival.name}</bdi>
          {stopAfter(arrival.name)}
        </>
      ) : (
        'Each donor is a star.'
      )}
    </>
  )
}
