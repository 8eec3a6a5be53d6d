import type { Logger } from 'pino'
import type { Total } from '#contract/leaderboard.ts'
import { formatAmount } from '#contract/money.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { findBoardMode, sumBoard, switchBoard } from '../store.ts'

export interface BoardModeDeps {
  database: Database
  logger: Pick<Logger, 'info'>
}

/**
 * Switches the shown board to this mode; must be called before the board is loaded. If the last
 * server showed the other mode, the log says which donations are no longer shown.
 */
export async function showBoardOf(
  livemode: Livemode,
  { database, logger }: BoardModeDeps,
): Promise<void> {
  if ((await findBoardMode(database.reader)) === livemode) return
  if (!(await database.write(switchBoard, livemode))) return
  const hidden = await sumBoard(database.reader, livemode === 1 ? 0 : 1)
  if (hidden.count > 0) logger.info({ hidden }, describeHidden(hidden, livemode))
}

function describeHidden({ count, amountCents }: Total, livemode: Livemode): string {
  const [shownMode, hiddenMode] = livemode === 1 ? ['live', 'test'] : ['test', 'live']
  const [donations, stay, are] =
    count === 1 ? ['donation', 'stays', 'is'] : ['donations', 'stay', 'are']
  const sum = formatAmount(amountCents)
  return `${count} ${hiddenMode} ${donations} of ${sum} ${stay} in the ledger and ${are} not shown in ${shownMode} mode.`
}
