import { PROVIDERS } from '#contract/checkout-states.ts'
import { queryByKeys } from '#server/infra/database/compile-once.ts'
import type { Reader } from '#server/infra/database/database.ts'
import { gatherReads } from '#server/infra/database/gather-reads.ts'
import type { CheckoutRow } from './store.ts'

/**
 * Returns a user's own checkout by our id or the provider's; undefined for somebody else's. Those
 * that are asked for in one turn share a query.
 */
export type FindOwn = (userId: string, idOrRef: string) => Promise<CheckoutRow | undefined>

/** A checkout as its donor asks for it. */
interface OwnKey {
  userId: string
  idOrRef: string
}

/** Creates the search for donors' own checkouts. */
export function createFindOwn(reader: Reader): FindOwn {
  const find = gatherReads((keys: readonly OwnKey[]) => findMany(reader, keys))
  return (userId, idOrRef) => find({ userId, idOrRef })
}

const selectNamed = queryByKeys((reader, names: readonly string[]) =>
  reader
    .selectFrom('checkouts')
    .selectAll()
    .where(({ or, and, eb }) =>
      or([
        eb('id', 'in', names),
        // The index of the providers' ids begins with the provider.
        and([eb('provider', 'in', PROVIDERS), eb('provider_ref', 'in', names)]),
      ]),
    ),
)

async function findMany(
  reader: Reader,
  keys: readonly OwnKey[],
): Promise<Map<OwnKey, CheckoutRow>> {
  const names = [...new Set(keys.map(({ idOrRef }) => idOrRef))]
  const rows = await selectNamed(reader, names)
  const byName = new Map<string, CheckoutRow[]>()
  for (const row of rows) {
    for (const name of [row.id, row.provider_ref]) {
      if (name !== null) byName.set(name, [...(byName.get(name) ?? []), row])
    }
  }
  return new Map(
    keys.flatMap((key): [OwnKey, CheckoutRow][] => {
      const own = byName.get(key.idOrRef)?.find(({ user_id }) => user_id === key.userId)
      return own === undefined ? [] : [[key, own]]
    }),
  )
}
