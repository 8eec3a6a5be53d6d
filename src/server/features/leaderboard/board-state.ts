import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { readHistogram, readTop, readVersion } from '#server/features/ledger/ledger.ts'
import { Board, type BoardState } from './board.ts'
import { WINDOW_ROWS } from './top-window.ts'

/** Reads all that a mode's board is built from, in one snapshot of the database. */
export async function readBoardState(snapshot: Reader, livemode: Livemode): Promise<BoardState> {
  return {
    livemode,
    version: await readVersion(snapshot),
    histogram: await readHistogram(snapshot, livemode),
    top: await readTop(snapshot, { livemode, limit: WINDOW_ROWS }),
  }
}

/** Builds a mode's board anew, in a form by which the boards of two databases can be compared. */
export async function rebuildBoard(snapshot: Reader, livemode: Livemode) {
  const state = await readBoardState(snapshot, livemode)
  // The databases group the amounts in orders of their own.
  const histogram = state.histogram.toSorted((a, b) => a.amountCents - b.amountCents)
  const { total, version } = new Board({ ...state, histogram })
  // Cloned, because the drivers make rows with prototypes of their own.
  return { total, version, histogram, top: structuredClone(state.top) }
}
