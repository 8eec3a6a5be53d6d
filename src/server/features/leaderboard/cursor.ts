import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import type { RankKey } from '#server/features/ledger/ledger.ts'

/** The last row of a page, below which the next page begins. */
export interface Cursor extends RankKey {
  /** The row's rank among those of its amount, counted from 1. */
  indexAmongEquals: number
}

const wholeNumber = z.int().min(1)
const partsSchema = z.tuple([wholeNumber, wholeNumber, wholeNumber])

export function formatCursor({ amountCents, sequence, indexAmongEquals }: Cursor): string {
  return encode([amountCents, sequence, indexAmongEquals])
}

/** Parses a cursor; throws `invalid-argument` for anything that `formatCursor` did not write. */
export function parseCursor(text: string): Cursor {
  const parsed = partsSchema.safeParse(decode(text))
  if (!parsed.success || encode(parsed.data) !== text) {
    throw new AppError(
      'invalid-argument',
      'This place in the list is unknown: start again from the top.',
    )
  }
  const [amountCents, sequence, indexAmongEquals] = parsed.data
  return { amountCents, sequence, indexAmongEquals }
}

function encode(parts: readonly number[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
