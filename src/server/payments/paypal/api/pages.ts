import type { z } from 'zod'
import { misread } from '../../failures/failures.ts'
import type { PaypalClient } from './client.ts'
import type { Link } from './schemas.ts'

interface Page {
  links?: Link[] | null | undefined
}

interface WantedList {
  path: string
  query: Record<string, string>
}

/** Reads all pages of a list. */
export function readPages<Listed extends Page>(
  client: PaypalClient,
  wanted: WantedList,
  schema: z.ZodType<Listed>,
): Promise<Listed[]> {
  return Array.fromAsync(eachPage(client, wanted, schema))
}

/**
 * Yields a list page by page. Only the query of a link to the next page is used: the token is sent
 * to PayPal's address and this path, wherever the link points.
 */
export async function* eachPage<Listed extends Page>(
  client: PaypalClient,
  { path, query }: WantedList,
  schema: z.ZodType<Listed>,
): AsyncGenerator<Listed> {
  const asked = new Set<string>()
  let next: string | undefined = `?${new URLSearchParams(query).toString()}`
  while (next !== undefined) {
    if (asked.has(next)) throw misread('PayPal', new Error('A list leads back to itself.'))
    asked.add(next)
    const page: Listed = await client.get(`${path}${next}`, schema)
    yield page
    next = findNext(page)
  }
}

function findNext({ links }: Page): string | undefined {
  const href = links?.find(({ rel }) => rel === 'next')?.href
  // The link is relative or absolute, and ends with a query.
  return href === undefined ? undefined : new URL(href, 'http://localhost').search
}
