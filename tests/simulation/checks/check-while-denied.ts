import { allowKey } from '../actors/run-incident.ts'
import { readSnapshot } from './database-snapshot.ts'
import type { RunContext } from '../actors/run-context.ts'

/** The server probes its permissions every hour, and reports them in the round after a probe. */
const MINUTES_UNTIL_REPORTED = [5, 15, 30, 15]

/**
 * Keeps the key refused while no other faults occur, then allows it everything. Returns a violation
 * for each capture that is readable and not booked meanwhile, and if the host is not told.
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

/**
 * Returns whether the server can notice the refusal by itself: PayPal has no list of refunds to
 * try, so a refund that cannot be read is noticed by its event alone.
 */
function isProbed({ provider, refused }: { provider: string; refused: string }): boolean {
  return provider === 'stripe' || refused !== 'refunds'
}
