import { allowKey } from './befall.ts'
import { readBooks } from './books.ts'
import type { Scene } from './scene.ts'

/** Probes are hourly, and the round after one tells of it. */
const UNTIL_TOLD_MINUTES = [5, 15, 30, 15]

/**
 * Lets a key stay refused while all else is quiet, and then allows it everything. Captures are booked
 * meanwhile where they may be read, and the host is told.
 */
export async function checkWhileDenied(
  scene: Scene,
  pass: (leaps: readonly number[]) => Promise<void>,
): Promise<string[]> {
  const { world, disk, providers } = scene
  const { trouble } = world
  if (trouble.kind !== 'denied key' || !trouble.outlasts) return []
  await pass(UNTIL_TOLD_MINUTES)
  const violations: string[] = []
  const { entries } = await readBooks(disk.reader)
  const booked = new Set(entries.map(({ object_id }) => object_id))
  const isReadable = trouble.refused !== 'everything'
  for (const { provider, paymentId, reference } of await providers.listTaken()) {
    if (booked.has(paymentId) || (provider === trouble.provider && !isReadable)) continue
    violations.push(`while ${trouble.refused} is refused, nobody books ${reference}`)
  }
  const open = await disk.reader
    .selectFrom('concerns')
    .select(['kind', 'provider'])
    .where('ended_at', 'is', null)
    .execute()
  const isTold = open.some(
    ({ kind, provider }) => kind === 'permission_missing' && provider === trouble.provider,
  )
  if (!isTold && isProbed(trouble)) {
    violations.push(`nobody is told that ${trouble.provider} refuses our key ${trouble.refused}`)
  }
  await allowKey(scene)
  return violations
}

/** PayPal has no list of refunds to try; a refund that cannot be read is told of by its event. */
function isProbed({ provider, refused }: { provider: string; refused: string }): boolean {
  return provider === 'stripe' || refused !== 'refunds'
}
