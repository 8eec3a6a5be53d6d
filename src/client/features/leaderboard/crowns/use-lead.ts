import { useMemo, useState } from 'react'
import { describeBoard, findLeadingBoard, type BoardId } from '#contract/boards.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import type { ShownBoard } from '../boards/use-shown-board.ts'
import type { Lead } from './follow-lead.ts'

/**
 * Returns the first row of the board that is shown, and since when it is first; undefined while it is
 * empty, or one whose first row does not reign: crowns are of a round, or of all time.
 */
export function useLead({
  id,
  view: { board },
}: Pick<ShownBoard, 'id' | 'view'>): Lead | undefined {
  const row = useReigns(id) ? board?.rows[0] : undefined
  const at = board?.asOf ?? 0
  const [first, setFirst] = useState({ id: row?.id, since: at })
  if (row?.id !== first.id) setFirst({ id: row?.id, since: at })
  const { since } = first
  const { ranks } = describeBoard(id)
  return useMemo(() => row && { id: row.id, name: row.name, ranks, since }, [row, ranks, since])
}

/** Returns whether the first row of a board holds the crown of its first place. */
function useReigns(id: BoardId): boolean {
  const leading = describeBoard(findLeadingBoard(useCampaign()))
  const { ranks, span } = describeBoard(id)
  return span === 'round' || (span === 'all-time' && ranks === leading.ranks)
}
