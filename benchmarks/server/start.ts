import { join } from 'node:path'
import { fillBoard } from '../fixtures/fill-board.ts'
import type { Figure } from '../figure.ts'
import { prepareServer } from '../fixtures/prepared-server.ts'

/**
 * Measures the time from the start of the process until it serves, on a board of that many
 * donations.
 */
export async function measureStart(donations = 1_000_000): Promise<Figure[]> {
  const prepared = await prepareServer(1, () => 'open')
  fillBoard(join(prepared.dataDir, 'royale.db'), donations)
  // The first start also fills the compile cache and the disk's.
  const first = await prepared.start()
  await first.stop()
  const startedAt = performance.now()
  const server = await prepared.start()
  const value = (performance.now() - startedAt) / 1000
  await server.stop()
  await prepared.remove()
  const name = `ready with ${donations.toLocaleString('en')} donations`
  return [{ name, value, unit: 's', limit: { atMost: 2 } }]
}
