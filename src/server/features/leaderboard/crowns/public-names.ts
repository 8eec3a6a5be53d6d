import { ANONYMOUS, isNamed } from '#contract/stand-in-names.ts'
import type { Reader } from '#server/infra/database/database.ts'
import {
  findNames,
  findShown,
  namingOf,
  sumDonors,
  type ShownDonation,
} from '#server/features/ledger/ledger.ts'
import type { Counted } from '../rounds/standings.ts'

/** A row, or a donation, as everybody sees it now. */
export interface PublicOwner {
  /** The id on the board of the span; of an anonymous donor one that is nowhere else. */
  id: string
  name: string
  /** The ids of its rows on all boards. */
  rows: string[]
}

/** Says how donations and their rows are shown now; undefined if they are not shown any more. */
export interface PublicNames {
  ofDonation(sequence: number): PublicOwner | undefined
  /** The row to which a donation counts: itself, or on a board of donors its donor. */
  ofRow(sequence: number): PublicOwner | undefined
}

export interface NamesDeps {
  counted: Counted
  /** Tells the span from all others for ever: the id of the round. */
  spanId: string
  /** Returns the public id of an account; see `createDonorIds`. */
  toDonorId: (userId: string) => string
}

/**
 * Reads how donations and their donors are shown now, by the sequences of the donations. A donation
 * is linked with its donor's row only where both show the same name, and a donor who shows none has
 * an id of this span alone: so nobody learns whose an anonymous one is, or that two names are one
 * donor's.
 */
export async function readPublicNames(
  reader: Reader,
  { counted, spanId, toDonorId }: NamesDeps,
  { linked, all }: { linked: readonly number[]; all: readonly number[] },
): Promise<PublicNames> {
  const sequences = [...new Set([...linked, ...all])]
  const shown = await findShown(reader, counted.livemode, sequences)
  const isOfDonors = counted.ranks === 'donor'
  const asked = isOfDonors ? sequences : linked
  const userIds = new Set(asked.flatMap((sequence) => shown.get(sequence)?.userId ?? []))
  const donors = await readDonorNames(reader, counted, [...userIds])
  const ofDonation = (sequence: number) => {
    const row = shown.get(sequence)
    return row && { id: row.id, name: row.name, rows: rowsOf(row, row.userId) }
  }
  const rowsOf = ({ id, name }: ShownDonation, userId: string) =>
    isNamed(name) && donors.get(userId) === name ? [id, toDonorId(userId)] : [id]
  const ofDonor = (sequence: number) => {
    const userId = shown.get(sequence)?.userId
    if (userId === undefined) return undefined
    const name = donors.get(userId)
    const id = toDonorId(name === undefined ? `${spanId}:${userId}` : userId)
    return { id, name: name ?? ANONYMOUS, rows: [id] }
  }
  return { ofDonation, ofRow: isOfDonors ? ofDonor : ofDonation }
}

/** Returns the name that each donor shows now with their donations of a span. */
async function readDonorNames(
  reader: Reader,
  counted: Counted,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const sums = [...(await sumDonors(reader, userIds, counted)).values()]
  const names = await findNames(
    reader,
    sums.flatMap((sum) => namingOf(sum) ?? []),
  )
  return new Map(
    sums.flatMap((sum) => {
      const sequence = namingOf(sum)
      const name = sequence === null ? undefined : names.get(sequence)
      return name === undefined ? [] : [[sum.userId, name] as const]
    }),
  )
}
