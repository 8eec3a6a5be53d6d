import { createHash } from 'node:crypto'
import { z } from 'zod'

/** An item of a provider's list that does not match the provider's schema. */
export interface UnreadableItem {
  /** The provider's id, or a hash of the item if it has none. */
  id: string
  /** The provider's name of its type, such as the event's type. */
  type: string
  /** The reason why it is unreadable, without its content. */
  reason: string
}

/** The items of a list that could be read, and those that could not. */
export interface Listing<Item> {
  items: Item[]
  unreadable: UnreadableItem[]
}

/** Parses each item of a list separately, so that an unreadable one does not hide the others. */
export function readEach<Item>(
  items: readonly unknown[],
  read: (item: unknown) => Item,
): Listing<Item> {
  const listing: Listing<Item> = { items: [], unreadable: [] }
  for (const item of items) {
    try {
      listing.items.push(read(item))
    } catch (error) {
      listing.unreadable.push(describe(item, error))
    }
  }
  return listing
}

const headSchema = z.object({
  id: z.string().min(1).optional().catch(undefined),
  transaction_id: z.string().min(1).optional().catch(undefined),
  transaction_event_code: z.string().optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  event_type: z.string().optional().catch(undefined),
  object: z.string().optional().catch(undefined),
})

function describe(item: unknown, error: unknown): UnreadableItem {
  const head = headSchema.safeParse(item).data ?? {}
  const id = head.id ?? head.transaction_id ?? hash(item)
  const type = head.event_type ?? head.transaction_event_code ?? head.type ?? head.object
  return { id, type: type ?? 'unknown', reason: explain(error) }
}

function hash(item: unknown): string {
  return createHash('sha256').update(JSON.stringify(item)).digest('hex').slice(0, 32)
}

/**
 * Returns the paths at which the item does not match; never the values there, which may be personal
 * data.
 */
function explain(error: unknown): string {
  const paths =
    error instanceof z.ZodError ? error.issues.map(({ path }) => path.join('.') || 'all of it') : []
  return paths.length === 0 ? 'It cannot be read.' : `It cannot be read: ${paths.join(', ')}.`
}
