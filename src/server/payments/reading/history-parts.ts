import { AppError } from '#contract/app-error.ts'
import type { HistoryPart } from '#server/infra/database/schema/schema.ts'
import type { MoneyHistory, ObjectRef } from '../provider.ts'

/** The functions that read one part of a payment's history; each fails with an `AppError`. */
export interface PartSource<Item> {
  part: HistoryPart
  list(): Promise<Item[]>
  fetchOne(id: string): Promise<Item>
  idOf(item: Item): string
}

/** One part of a payment's history, with the objects that could not be read. */
export interface PartResult<Item> extends Pick<MoneyHistory, 'unread' | 'missing'> {
  items: Item[]
}

/**
 * Reads one part of a payment's history: the objects that the provider lists, and each expected
 * object that it does not list yet. A failure does not affect the other parts.
 */
export async function readPart<Item>(
  source: PartSource<Item>,
  expected: readonly ObjectRef[],
): Promise<PartResult<Item>> {
  const { part } = source
  try {
    const listed = await source.list()
    const known = new Set(listed.map((item) => source.idOf(item)))
    const unlisted = expected.filter((one) => one.part === part && !known.has(one.id))
    const fetched = await Promise.all(
      unlisted.map(({ id }) => findIfKnown(() => source.fetchOne(id))),
    )
    return {
      items: [...listed, ...fetched.filter((item) => item !== undefined)],
      unread: [],
      missing: unlisted.filter((_, index) => fetched[index] === undefined).map(({ id }) => id),
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { items: [], unread: [{ part, error }], missing: [] }
  }
}

/** Returns the fetched object, or undefined if the provider does not know it. */
export async function findIfKnown<Item>(fetch: () => Promise<Item>): Promise<Item | undefined> {
  try {
    return await fetch()
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return undefined
    throw error
  }
}
