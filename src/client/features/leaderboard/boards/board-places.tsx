import type { ReactNode } from 'react'
import { ranksTeams } from '#contract/boards.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { useDeferredModule } from '#client/lib/use-deferred-module.ts'
import type { ChoicesLineProps } from '../choices/choices-line.tsx'
import type { GhostRowsProps } from '../round/ghost-rows.tsx'
import type { RoundLineProps } from '../round/round-line.tsx'
import type { TeamSkyProps } from '../teams/team-sky.tsx'
import styles from './board-places.module.css'
import { BoardTabs } from './board-tabs.tsx'
import { roundOf, type ShownBoard } from './use-shown-board.ts'

const loadGhostRows = () => import('../round/ghost-rows.tsx')
const loadRoundLine = () => import('../round/round-line.tsx')
const loadChoicesLine = () => import('../choices/choices-line.tsx')
const loadTeamSky = () => import('../teams/team-sky.tsx')

/** Renders the tabs, and below them the clock of the round, choices and matches, if there are any. */
export function renderTabs(
  { boards, round, id, show, view }: ShownBoard,
  own: RoundLineProps['own'],
  onDonate: ChoicesLineProps['onDonate'],
): ReactNode {
  const isRounds = id.endsWith('-round')
  return (
    <>
      {boards.length > 1 && <BoardTabs boards={boards} round={round} shown={id} onShow={show} />}
      {round && (
        <div
          className={styles.place}
          data-tabs=""
          data-brief=""
          data-over={round.results !== null || undefined}
          data-own={isRounds || undefined}
        >
          <DeferredRoundLine
            round={round}
            board={isRounds ? view.board : null}
            isPaused={view.paused}
            own={own}
          />
        </div>
      )}
      <ChoicesPlace onDonate={onDonate} />
    </>
  )
}

/** Fetches and shows the round's clock; most pages have no round. */
function DeferredRoundLine(props: RoundLineProps) {
  const part = useDeferredModule(loadRoundLine)
  return part && <part.RoundLine {...props} />
}

/**
 * Renders what stands above the rows: the sky of a board of teams, and what is still on its way to the
 * board of a round that is over.
 */
export function renderAbove(
  shown: ShownBoard,
  own: TeamSkyProps['own'],
  onTake?: (amountCents: number) => void,
): ReactNode {
  const { id, view } = shown
  const round = roundOf(shown)
  if (round?.waitingCents !== undefined) {
    return <DeferredGhostRows round={round} board={view.board} />
  }
  if (!ranksTeams(id)) return null
  return (
    <div className={styles.sky} data-sky="">
      <DeferredTeamSky boardId={id} version={view.board?.version} own={own} onTake={onTake} />
    </div>
  )
}

/** Fetches and shows the payments under way; most rounds have none. */
function DeferredGhostRows(props: GhostRowsProps) {
  const part = useDeferredModule(loadGhostRows)
  return part && <part.GhostRows {...props} />
}

/** Fetches and shows the sky of a board of teams; most pages have none. */
function DeferredTeamSky(props: TeamSkyProps) {
  const part = useDeferredModule(loadTeamSky)
  return part && <part.TeamSky {...props} />
}

/** Keeps the place of choices and matches; without a goal it alone tells of those that are over. */
function ChoicesPlace({ onDonate }: Pick<ChoicesLineProps, 'onDonate'>) {
  const { goal, choices = [], matches = [] } = useCampaign()
  const told = matches.filter(({ over }) => !over || goal === null)
  if (choices.length + told.length === 0) return null
  return (
    <div className={styles.choices} data-tabs="" data-brief="">
      <DeferredChoicesLine choices={choices} matches={told} onDonate={onDonate} />
    </div>
  )
}

/** Fetches and shows choices and matches; most pages have none. */
function DeferredChoicesLine(props: ChoicesLineProps) {
  const part = useDeferredModule(loadChoicesLine)
  if (part === undefined) return <p className={styles.question}>{props.choices[0]?.question}</p>
  return <part.ChoicesLine {...props} />
}
