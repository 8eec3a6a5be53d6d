import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '#contract/app-error.ts'
import { formatAmount } from '#contract/money.ts'
import type { HostRefund, RefundPreview, RefundRequest } from '#contract/host/refunds.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { AuditActor } from '#server/features/audit/audit.ts'
import type { Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { findSummedById, isShown, type SummedDonation } from '#server/features/ledger/ledger.ts'
import { findFeeOf } from '#server/features/statements/statements.ts'
import type { Refunder } from './refunder.ts'
import { storeRefund, sumOnTheWay, type RefundRow } from './store.ts'
import { toHostRefund } from './views.ts'

export interface RefundRequestsDeps {
  database: Database
  leaderboard: Pick<Leaderboard, 'livemode' | 'positionOf' | 'rank'>
  refunder: Pick<Refunder, 'wake'>
  clock: () => number
}

/**
 * Stores a host's refund and starts it. The same key with the same request returns the refund that
 * it has made; with another request it fails with `already-exists`.
 */
export async function requestRefund(
  deps: RefundRequestsDeps,
  donationId: string,
  { key, actor, request }: { key: string; actor: AuditActor; request: RefundRequest },
): Promise<HostRefund> {
  const donation = await requireDonation(deps, donationId)
  const stored = await deps.database.write(storeRefund, {
    id: randomUUIDv7(),
    donation_id: donationId,
    checkout_id: donation.checkoutId,
    request_key: key,
    asked_cents: request.amountCents ?? null,
    reason: request.reason,
    created_at: deps.clock(),
    actor,
  })
  if (stored.refund === null) throw tooMuch(stored.leftCents)
  if (!isSame(stored.refund, request)) {
    throw new AppError(
      'already-exists',
      'This idempotency key was used for another refund. Use a new one.',
    )
  }
  if (stored.isNew) deps.refunder.wake()
  return toHostRefund(stored.refund)
}

function isSame({ asked_cents, reason }: RefundRow, request: RefundRequest): boolean {
  return asked_cents === (request.amountCents ?? null) && reason === request.reason
}

/** Returns what a refund would change. */
export async function previewRefund(
  deps: RefundRequestsDeps,
  donationId: string,
  askedCents: number | undefined,
): Promise<RefundPreview> {
  const { database, leaderboard } = deps
  const donation = await requireDonation(deps, donationId)
  const leftCents = await findRefundable(database, donation)
  const amountCents = askedCents ?? leftCents
  if (amountCents === 0 || amountCents > leftCents) throw tooMuch(leftCents)
  const feeCents = await findFeeOf(database.reader, donation.checkoutId)
  const after = leftCents - amountCents
  const { sequence, name } = donation
  const isOnBoard = isShown({ name, amountCents: leftCents, livemode: leaderboard.livemode })
  return {
    amountCents,
    feeCents,
    now: {
      leftCents,
      position: isOnBoard
        ? await leaderboard.positionOf({ amountCents: countedCents(donation), sequence })
        : null,
      netCents: leftCents - (feeCents ?? 0),
    },
    after: {
      leftCents: after,
      // The board still has the donation above its lower place.
      position:
        isOnBoard && after > 0
          ? (await leaderboard.rank({ amountCents: after, positions: [] })).position - 1
          : null,
      netCents: after - (feeCents ?? 0),
    },
  }
}

/** Returns the cents that the board counts of a donation. */
function countedCents({ grossCents, refundedCents, disputedCents }: SummedDonation): number {
  return grossCents - refundedCents - disputedCents
}

/** Returns the cents that a refund may take now, without those that are on the way. */
export async function findRefundable(
  { reader }: Pick<Database, 'reader'>,
  donation: SummedDonation,
): Promise<number> {
  const onTheWay = await sumOnTheWay(reader, [donation.checkoutId])
  return Math.max(0, countedCents(donation) - (onTheWay.get(donation.checkoutId) ?? 0))
}

/** Returns a donation of this mode; throws `not-found` if there is none. */
async function requireDonation(
  { database, leaderboard }: Pick<RefundRequestsDeps, 'database' | 'leaderboard'>,
  id: string,
): Promise<SummedDonation> {
  const donation = await findSummedById(database.reader, id)
  if (donation === undefined || donation.livemode !== leaderboard.livemode) {
    throw new AppError('not-found', 'There is no donation under this id.')
  }
  return donation
}

function tooMuch(leftCents: number): AppError {
  return new AppError(
    'failed-precondition',
    leftCents === 0
      ? 'Nothing of this donation is left to refund.'
      : `At most ${formatAmount(leftCents)} of this donation can be refunded.`,
  )
}
