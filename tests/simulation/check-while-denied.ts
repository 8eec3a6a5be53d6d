import { allowKey } from './run-incident.ts'
import { readSnapshot } from './database-snapshot.ts'
import type { RunContext } from './run-context.ts'

/** Probes are hourly, and the round after one tells of it. */
const MINUTES_UNTIL_REPORTED = [5, 15, 30, 15]

/**
 * Lets a key stay refused while all else is quiet, and then allows it everything. Captures are booked
 * meanwhile where they may be read, and the host is told.
 */
export async function checkWhileDenied(
  context: RunContext,
  jumpAndRun: (jumpsMinutes: readonly number[]) => Promise<void>,
): Promise<string[]> {
  const { world, disk, providers } = context
  const { incident } = world
  if (incident.kind !== 'denied key' || !incident.outlasts) return []
  await jumpAndRun(MINUTES_UNTIL_REPORTED)
  const violations: string[] = []
  const { entries } = await readSnapshot(disk.reader)
  const booked = new Set(entries.map(({ object_id }) => object_id))
  const isReadable = incident.refused !== 'everything'
  for (const { provider, paymentId, reference } of await providers.listTaken()) {
    if (booked.has(paymentId) || (provider === incident.provider && !isReadable)) continue
    violations.push(`while ${incident.refused} is refused, nobody books ${reference}`)
  }
  const open = await disk.reader
    .selectFrom('concerns')
    .select(['kind', 'provider'])
    .where('ended_at', 'is', null)
    .execute()
  const isReported = open.some(
    ({ kind, provider }) => kind === 'permission_missing' && provider === incident.provider,
  )
  if (!isReported && isProbed(incident)) {
    violations.push(`nobody is told that ${incident.provider} refuses our key ${incident.refused}`)
  }
  await allowKey(context)
  return violations
}

/** PayPal has no list of refunds to try; a refund that cannot be read is told of by its event. */
function isProbed({ provider, refused }: { provider: string; refused: string }): boolean {
  return provider === 'stripe' || refused !== 'refunds'
}
