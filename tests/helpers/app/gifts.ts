import { setTimeout as pause } from 'node:timers/promises'
import type { ConfirmedCapture } from '#server/features/ledger/ledger.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import type { TestApp, TestDonor } from './app.ts'
import { buildCapture, buildCheckout } from '../databases/builders.ts'

/** A donation to book, of test money by default, with what happened to its money since. */
export type Gift = Partial<
  Pick<ConfirmedCapture, 'name' | 'movements' | 'livemode' | 'timestamp' | 'teamId'>
> & { amountCents: number }

/** Books donations of a donor without a provider; returns their ids. */
export async function give(
  server: TestApp,
  donor: Pick<TestDonor, 'email'>,
  ...gifts: Gift[]
): Promise<string[]> {
  const user_id = await requireUserId(server, donor)
  const ids: string[] = []
  for (const {
    amountCents,
    name = 'Ada',
    movements = [],
    livemode = 0,
    timestamp,
    teamId,
  } of gifts) {
    await untilNextMillisecond()
    const checkout = buildCheckout({ user_id, amount_cents: amountCents, livemode })
    // The ledger knows an object once, whoever's it is.
    const own = movements.map(({ kind, objectId, amountCents: cents }) => ({
      kind,
      objectId: `${objectId}_${checkout.id}`,
      amountCents: cents,
    }))
    await server.database.write(insertCheckouts, checkout)
    const capture = {
      name,
      movements: own,
      teamId: teamId ?? null,
      ...(timestamp !== undefined && { timestamp }),
    }
    await server.database.write(bookCaptures, buildCapture(checkout, capture))
    ids.push(checkout.donation_id)
  }
  return ids
}

/** Waits for the next millisecond: payments of the same one have no order. */
async function untilNextMillisecond(): Promise<void> {
  const begunAt = Date.now()
  while (Date.now() === begunAt) await pause(1)
}

/** Returns the id of an account. */
export async function requireUserId(
  { database }: TestApp,
  { email }: Pick<TestDonor, 'email'>,
): Promise<string> {
  const user = await database.autocommit
    .selectFrom('user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return String(user['id'])
}
