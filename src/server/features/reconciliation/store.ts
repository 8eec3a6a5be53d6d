import type { ProviderName } from '#contract/checkout-states.ts'
import { writeEach, type Reader } from '#server/infra/database/database.ts'

/** Identifies a provider's lists: those of one account. */
export interface ListName {
  provider: ProviderName
  /** Null until the provider has returned the account of our keys. */
  account: string | null
}

/**
 * Returns the time up to which a provider's lists have been read, Unix ms by the provider's clock,
 * or undefined if they never were, or were those of another account.
 */
export async function findMark(
  reader: Reader,
  { provider, account }: ListName,
): Promise<number | undefined> {
  const mark = await reader
    .selectFrom('reconcile_marks')
    .select(['seen_until', 'provider_account'])
    .where('provider', '=', provider)
    .executeTakeFirst()
  const isOther = account !== null && (mark?.provider_account ?? account) !== account
  return isOther ? undefined : mark?.seen_until
}

export interface ReadUntil extends ListName {
  seenUntil: number
  /** True if something may have happened that no list contains any more. */
  hasGap: boolean
}

/**
 * Stores the time up to which a provider's lists have been read; an earlier time only causes more
 * to be read again. While the account of our keys is unknown, the time does not count for the lists
 * of a known account. If the lists did not reach back to the last time, all paid checkouts must be
 * checked.
 */
export const setMark = writeEach(
  'reconciliation.set-mark',
  async (writer, { provider, account, seenUntil, hasGap }: ReadUntil) => {
    const asked = hasGap ? { asked_until: '' } : {}
    const mark = { seen_until: seenUntil, provider_account: account, ...asked }
    await writer
      .insertInto('reconcile_marks')
      .values({ provider, asked_until: null, ...mark })
      .onConflict((conflict) => {
        const update = conflict.column('provider').doUpdateSet(mark)
        return account === null
          ? update.where('reconcile_marks.provider_account', 'is', null)
          : update
      })
      .execute()
    return null
  },
)

/**
 * Returns the last checkout that the check of all paid ones has reached, or undefined if none is
 * needed.
 */
export async function findAskedUntil(
  reader: Reader,
  provider: ProviderName,
): Promise<string | undefined> {
  const mark = await reader
    .selectFrom('reconcile_marks')
    .select('asked_until')
    .where('provider', '=', provider)
    .executeTakeFirst()
  return mark?.asked_until ?? undefined
}

/** Stores the last checkout that the check of all paid ones has reached; null if it is done. */
export const setAskedUntil = writeEach(
  'reconciliation.set-asked-until',
  async (writer, asked: { provider: ProviderName; from: string; to: string | null }) => {
    await writer
      .updateTable('reconcile_marks')
      .set({ asked_until: asked.to })
      .where('provider', '=', asked.provider)
      // A gap that was found meanwhile has restarted the check.
      .where('asked_until', '=', asked.from)
      .execute()
    return null
  },
)

/** Stores that the payments of another installation, whose database was lost, are ours. */
export const adoptInstallation = writeEach(
  'reconciliation.adopt-installation',
  async (writer, { id, at }: { id: string; at: number }) => {
    await writer
      .insertInto('adopted_installations')
      .values({ id, adopted_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return null
  },
)

/** Returns the installations whose payments are ours, besides our own. */
export async function findAdopted(reader: Reader): Promise<string[]> {
  const rows = await reader.selectFrom('adopted_installations').select('id').execute()
  return rows.map(({ id }) => id)
}
