import type { ReactNode } from 'react'
import { useCampaign } from '#client/lib/campaign.ts'
import { useDeferredModule } from '#client/lib/use-deferred-module.ts'
import type { ShownBoard } from '../boards/use-shown-board.ts'
import { CrownsContext } from './crown-slot.tsx'

const loadCrowns = () => import('./row-crowns.tsx')
const loadNothing = () => Promise.resolve(undefined)

export interface WithCrownsProps {
  /** The version of the board, with which crowns may change. */
  version: number | undefined
  /** The round whose board is shown; undefined for other boards. */
  roundId: string | undefined
  /** The board that is shown. */
  shown: Pick<ShownBoard, 'id' | 'view'>
  children: ReactNode
}

/** Gives the rows below their crowns, whose code comes only where the host has turned them on. */
export function WithCrowns({ children, ...props }: WithCrownsProps) {
  const { crowns } = useCampaign()
  const part = useDeferredModule(crowns ? loadCrowns : loadNothing)
  return (
    <>
      <CrownsContext value={part?.renderRowCrowns}>{children}</CrownsContext>
      {part && <part.Crowns {...props} />}
    </>
  )
}
