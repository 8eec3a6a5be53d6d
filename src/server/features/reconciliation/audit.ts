import { setImmediate } from 'node:timers/promises'
import type { Reader } from '#server/infra/database/database.ts'
import type { Concerns } from '#server/features/concerns/concerns.ts'
import {
  findOrphanCaptures,
  readDonationSums,
  type DonationSums,
} from '#server/features/ledger/ledger.ts'

/**
 * The number of donations compared at a time; other work runs in between, as it shares the thread.
 */
const CHUNK_SIZE = 2_000

/**
 * Compares every donation with the ledger. Returns the sum of the differences in cents, and keeps a
 * concern open for each while it exists.
 */
export async function audit(reader: Reader, concerns: Pick<Concerns, 'sync'>): Promise<number> {
  const drifts: Drift[] = []
  let after = 0
  for (;;) {
    const sums = await readDonationSums(reader, { after, limit: CHUNK_SIZE })
    drifts.push(...sums.flatMap(findDrift))
    const last = sums.at(-1)
    if (sums.length < CHUNK_SIZE || last === undefined) break
    after = last.sequence
    await setImmediate()
  }
  const orphans = await findOrphanCaptures(reader)
  await concerns.sync('board_drift', drifts.map(toProblem))
  await concerns.sync(
    'orphan_capture',
    orphans.map(({ checkoutId, amountCents }) => ({
      subject: checkoutId,
      message: `The ledger has a capture of ${amountCents} cents without a donation.`,
      details: { checkoutId, amountCents },
    })),
  )
  return [
    ...drifts.map(({ cents }) => cents),
    ...orphans.map(({ amountCents }) => amountCents),
  ].reduce((sum, cents) => sum + cents, 0)
}

interface Drift extends DonationSums {
  /** The size of the difference, positive. */
  cents: number
}

function findDrift(sums: DonationSums): Drift[] {
  const cents = Math.abs(sums.ledgerCents - sums.donationCents)
  return cents === 0 ? [] : [{ ...sums, cents }]
}

function toProblem({ checkoutId, ledgerCents, donationCents }: Drift) {
  return {
    subject: checkoutId,
    message: `The ledger has ${ledgerCents} cents, the board ${donationCents}.`,
    details: { checkoutId, ledgerCents, boardCents: donationCents },
  }
}
