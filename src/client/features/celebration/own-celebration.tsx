import { useEffect, useState } from 'react'
import { describeBoard, findLeadingBoard } from '#contract/boards.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { listCountingBoards } from '#client/lib/counting-boards.ts'
import type { Comparison } from './achievement.ts'
import { Celebration, type CelebrationProps } from './celebration.tsx'
import { fetchComparison } from './comparison.ts'

export { preloadConfetti } from './confetti.ts'

/** Celebrates a payment as soon as the server has said what it passed. */
export function OwnCelebration(props: Omit<CelebrationProps, 'comparison'>) {
  const { donationId } = props
  const campaign = useCampaign()
  const { crowns: hasCrowns } = campaign
  // As they were at the payment: a round may end while it is celebrated.
  const [boards] = useState(() => listCountingBoards(campaign))
  const sumBoard = boards.find((board) => board.startsWith('donors'))
  // The first board of the page decides, as for the one that is celebrated on.
  const ranksDonors = describeBoard(findLeadingBoard({ boards })).ranks === 'donor'
  const [comparison, setComparison] = useState<Comparison>()

  useEffect(() => {
    let isCurrent = true
    const show = async () => {
      const result = await fetchComparison(donationId, { sumBoard, hasCrowns })
      if (isCurrent) setComparison(result)
    }
    void show()
    return () => {
      isCurrent = false
    }
  }, [donationId, sumBoard, hasCrowns])

  return comparison && <Celebration {...props} comparison={{ ...comparison, ranksDonors }} />
}
