import type { BoardDescription } from '#contract/boards.ts'
import type { Crown } from '#contract/crowns.ts'
import { ANONYMOUS } from '#contract/stand-in-names.ts'
import { lastServerOffset } from '#client/lib/server-clock.ts'

/** The first row of the board that the crowns are of, and since when it is first, Unix ms. */
export interface Lead {
  id: string
  name: string
  /** The kind of rows of that board. */
  ranks: BoardDescription['ranks']
  since: number
}

interface Told {
  crowns: readonly Crown[]
  /** The time at which the server told them, Unix ms by this clock. */
  toldAt: number
  /** Undefined while the board is empty, or another one is shown. */
  lead: Lead | undefined
  /** True while the viewer has paused the board, which crowns may be ahead of then. */
  isPaused?: boolean
}

/**
 * Returns the crowns with 'reigning first' at the first row, which holds it by its rule: the server
 * is asked for crowns far less often than the first place changes.
 */
export function followLead({ crowns, toldAt, lead, isPaused = false }: Told): readonly Crown[] {
  const reigning = crowns.find(({ kind }) => kind === 'reigning')
  if (lead === undefined || reigning === undefined || reigning.rows.includes(lead.id)) return crowns
  if (isPaused) return crowns.filter((crown) => crown !== reigning)
  const goesOn = mayBeHolder(lead, reigning)
  return crowns.map((crown) => {
    if (crown === reigning) {
      return goesOn ? { ...crown, rows: [...crown.rows, lead.id] } : pass(crown, lead, toldAt)
    }
    const hasEnded = crown.kind === 'longest-reign' && crown.isGrowing && !goesOn
    return hasEnded ? endReign(crown, lead, toldAt) : crown
  })
}

/**
 * Returns whether the first row may be the holder's though crowns tell another id: only a donor
 * without a name has one there that no board has, so that nothing joins what is anonymous. Names say
 * nothing else: two donors, or donations, can have the same.
 */
function mayBeHolder({ ranks, name }: Lead, reigning: Crown): boolean {
  return ranks === 'donor' && name === ANONYMOUS && reigning.name === ANONYMOUS
}

function pass(crown: Crown, { id, name, since }: Lead, toldAt: number): Crown {
  const at = new Date(since + lastServerOffset()).toISOString()
  const former = crown.history.map((one) => (one.to === null ? { ...one, to: at } : one))
  return {
    ...crown,
    name,
    rows: [id],
    since: at,
    // Crowns that grow get the time added that has passed since they were told.
    value: crown.isGrowing ? toldAt - since : 0,
    history: [{ name, from: at, to: null, value: 0 }, ...former],
    changes: crown.changes + 1,
  }
}

function endReign(crown: Crown, { since }: Lead, toldAt: number): Crown {
  return { ...crown, isGrowing: false, value: crown.value + Math.max(0, since - toldAt) }
}
