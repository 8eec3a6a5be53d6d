import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Listing, UnreadableItem } from './provider.ts'

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
  type: z.string().optional().catch(undefined),
  event_type: z.string().optional().catch(undefined),
  object: z.string().optional().catch(undefined),
})

function describe(item: unknown, error: unknown): UnreadableItem {
  const head = headSchema.safeParse(item).data
  return {
    id: head?.id ?? hash(item),
    type: head?.event_type ?? head?.type ?? head?.object ?? 'unknown',
    reason: explain(error),
  }
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
