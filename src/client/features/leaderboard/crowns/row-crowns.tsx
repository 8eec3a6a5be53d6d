import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { titleOf } from '#contract/crown-rules.ts'
import type { ShownBoard } from '../boards/use-shown-board.ts'
import { CrownDialog } from './crown-dialog.tsx'
import { CrownGlyph } from '#client/ui/crown-glyph.tsx'
import { crownsStore } from './crowns-store.ts'
import styles from './crowns.module.css'
import { followLead } from './follow-lead.ts'
import { useLead } from './use-lead.ts'
import { useCrowns, type ToldCrowns } from './use-crowns.ts'

export interface CrownsProps {
  /** The version of the board, with which crowns may change. */
  version: number | undefined
  /** The round whose board is shown; undefined for other boards. */
  roundId: string | undefined
  /** The board that is shown. */
  shown: Pick<ShownBoard, 'id' | 'view'>
}

/** Fetches the crowns for the rows, and shows the dialog of the row whose crowns are pressed. */
export function Crowns({ version, roundId, shown }: CrownsProps) {
  const told = useCrowns(version)
  const [openId, setOpenId] = useState<string>()
  const inRound = roundId !== undefined
  const chosen = chooseCrowns(told, roundId)
  const toldAt = told?.toldAt ?? 0
  const { paused } = shown.view
  const lead = useLead(shown)
  const crowns = useMemo(
    () => chosen && followLead({ crowns: chosen, toldAt, lead, isPaused: paused }),
    [chosen, toldAt, lead, paused],
  )
  useEffect(() => {
    crownsStore.onOpen = setOpenId
    crownsStore.show(crowns ?? [], inRound)
  }, [crowns, inRound])
  const open = crowns?.filter(({ rows }) => openId !== undefined && rows.includes(openId))
  if (told === undefined || open === undefined || open.length === 0) return null
  return (
    <CrownDialog
      crowns={open}
      roundId={roundId}
      toldAt={toldAt}
      onClose={() => setOpenId(undefined)}
    />
  )
}

/** Returns the crowns of the board that is shown; undefined until they are known. */
function chooseCrowns(told: ToldCrowns | undefined, roundId: string | undefined) {
  const { round, crowns } = told?.crowns ?? {}
  if (roundId === undefined) return crowns
  return round?.id === roundId ? round.crowns : undefined
}

/** Renders the crowns of a row, for `CrownsContext`. */
export function renderRowCrowns(id: string) {
  return <RowCrowns id={id} />
}

/** Shows the crowns of a row as one button; nothing for rows without. */
function RowCrowns({ id }: { id: string }) {
  const { rows, inRound } = useSyncExternalStore(crownsStore.subscribe, crownsStore.read)
  const crowns = rows.get(id)
  if (crowns === undefined) return null
  const titles = crowns.map(({ kind }) => titleOf(kind, inRound)).join(', ')
  return (
    <button
      type="button"
      className={styles.mark}
      aria-label={`${crowns.length === 1 ? 'Crown' : `${crowns.length} crowns`}: ${titles}`}
      title={titles}
      onClick={() => crownsStore.onOpen(id)}
    >
      <CrownGlyph isFirst={crowns.some(({ kind }) => kind === 'reigning')} />
      {crowns.length > 1 && <span aria-hidden="true">×{crowns.length}</span>}
    </button>
  )
}
