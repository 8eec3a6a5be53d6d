import type { ProviderName } from '#contract/checkout-states.ts'
import type { Database, Reader } from '#server/infra/database/database.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { Providers } from '../providers.ts'

/** Returns the ids of all paid checkouts. */
export async function findPaid(reader: Reader): Promise<string[]> {
  const rows = await reader
    .selectFrom('checkouts')
    .select('id')
    .where('state', '=', 'paid')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns the ids of paid checkouts that may have been made with the account of a provider's keys,
 * in their order, from behind the id `after`.
 */
export async function findPaidAfter(
  reader: Reader,
  { name, account, livemode }: Pick<PaymentProvider, 'name' | 'account' | 'livemode'>,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await reader
    .selectFrom('checkouts')
    .select('id')
    .where('state', '=', 'paid')
    .where('provider', '=', name)
    .where('livemode', '=', livemode ? 1 : 0)
    .where(({ or, eb }) =>
      account === null
        ? eb.lit(true)
        : or([eb('provider_account', 'is', null), eb('provider_account', '=', account)]),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** See `Checkouts.countPaidElsewhere`. */
export async function countPaidElsewhere({
  database,
  providers,
}: {
  database: Pick<Database, 'reader'>
  providers: Providers
}): Promise<{ provider: ProviderName; count: number }[]> {
  return Promise.all(
    Object.values(providers).map(async (provider) => ({
      provider: provider.name,
      count: await countElsewhere(database.reader, provider),
    })),
  )
}

async function countElsewhere(
  reader: Reader,
  { name, account, livemode }: Pick<PaymentProvider, 'name' | 'account' | 'livemode'>,
): Promise<number> {
  if (account === null) return 0
  const { count } = await reader
    .selectFrom('checkouts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'paid')
    .where('provider', '=', name)
    .where('livemode', '=', livemode ? 1 : 0)
    .where('provider_account', '<>', account)
    .executeTakeFirstOrThrow()
  return count
}
