import type { Milestone } from '#contract/campaign/goal.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { useLiveSums } from '#client/lib/live-sums.ts'
import { sumMatched } from '#client/lib/matched.ts'
import { useDeferredModule } from '#client/lib/use-deferred-module.ts'
import placeStyles from '../boards/board-places.module.css'
import type { LeaderboardView } from '../live/leaderboard-view.ts'
import type { MatchedPartsProps } from '../matching/matched-parts.tsx'
import { Goal } from './goal.tsx'

const loadMatchedParts = () => import('../matching/matched-parts.tsx')

interface GoalOfCampaignProps {
  view: LeaderboardView
  /** Called when the sum has just reached a milestone of the goal, or the goal. */
  onReach: ((milestone: Milestone) => void) | undefined
}

/**
 * Shows the way to the goal, which the sum of all donations goes, with what is matched, whatever
 * board is shown.
 */
export function GoalOfCampaign({ view, onReach }: GoalOfCampaignProps) {
  const { goal, matches } = useCampaign()
  const matchedCents = sumMatched(matches, useLiveSums())
  if (goal === null) return null
  const donatedCents = view.board?.total.amountCents
  const isKnown = donatedCents !== undefined && matchedCents !== undefined
  const parts = { donatedCents: donatedCents ?? 0, goalCents: goal.amountCents }
  return (
    <Goal
      goal={goal}
      raisedCents={isKnown ? donatedCents + matchedCents : undefined}
      onReach={onReach}
    >
      {matches && (
        <div className={placeStyles.parts}>
          <DeferredMatchedParts matches={matches} {...parts} />
        </div>
      )}
    </Goal>
  )
}

/** Fetches and shows what is matched of the way to the goal. */
function DeferredMatchedParts(props: MatchedPartsProps) {
  const part = useDeferredModule(loadMatchedParts)
  return part && <part.MatchedParts {...props} />
}
