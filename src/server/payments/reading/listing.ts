import { createHash } from 'node:crypto'
import { z } from 'zod'

/** An item of a provider's list that is not what we know of the provider. */
export interface UnreadableItem {
  /** The provider's id; a hash of the item where it has none. */
  id: string
  /** The provider's word for what it is, such as the event's type. */
  type: string
  /** What is wrong with it, without what it says. */
  reason: string
}

/** What could be read of a list, and what could not. */
export interface Listing<Item> {
  items: Item[]
  unreadable: UnreadableItem[]
}

/** Reads each item of a list by itself, so that one that cannot be read does not hide the others. */
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

/** Says where the item is another than we know; never what stands there, which may be personal. */
function explain(error: unknown): string {
  const paths =
    error instanceof z.ZodError ? error.issues.map(({ path }) => path.join('.') || 'all of it') : []
  return paths.length === 0 ? 'It cannot be read.' : `It cannot be read: ${paths.join(', ')}.`
}
