import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDurable } from '#server/infra/database/sqlite/node-sqlite.ts'
import type { Figure } from '../figure.ts'
import { prepareServer } from '../fixtures/prepared-server.ts'
import type { ProviderState } from '../fixtures/provider-double.ts'

const UNFINISHED = 10_000
const STATES: ProviderState[] = ['paid', 'paid', 'open', 'expired']

/** Measures the start after a crash that has left many checkouts unfinished. */
export async function measureReconciling(): Promise<Figure[]> {
  const prepared = await prepareServer(
    UNFINISHED,
    (index) => STATES[index % STATES.length] ?? 'open',
  )
  const startedAt = performance.now()
  const server = await prepared.start()
  try {
    await whenReconciled(join(prepared.dataDir, 'royale.db'))
    const value = (performance.now() - startedAt) / 1000
    return [
      {
        name: '10,000 unfinished checkouts reconciled after a crash',
        value,
        unit: 's',
        limit: { atMost: 300 },
      },
    ]
  } finally {
    await server.stop()
    await prepared.remove()
  }
}

/** Waits until every ended checkout is booked and every other one was asked about. */
async function whenReconciled(file: string): Promise<void> {
  const connection = openDurable(file)
  const count = connection.prepare('select state, count(*) as count from checkouts group by state')
  const deadline = Date.now() + 600_000
  for (;;) {
    const counts = new Map(count.all().map((row) => [row['state'], row['count']]))
    if (counts.get('paid') === UNFINISHED / 2 && counts.get('expired') === UNFINISHED / 4) break
    if (Date.now() > deadline) throw new Error('The checkouts were not reconciled in time.')
    await pause(100)
  }
  connection.close()
}
