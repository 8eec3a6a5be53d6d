import { setImmediate } from 'node:timers/promises'
import { isNamed } from '#contract/stand-in-names.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import {
  findNames,
  readCounted,
  type CountedDonation,
  type CountedSpan,
} from '#server/features/ledger/ledger.ts'
import { compareTimes, type Gift } from './gift.ts'

/** The donations of one read, few enough for the event loop to get its turn in between. */
const DONATIONS_A_READ = 1_000

/** The time whose donations are sorted at once, ms. */
const SORTED_MS = 5 * 60_000

/**
 * Reads the donations of a span, and hands them over in the order of the time at which they count.
 * They are read in the order of their recording, which has an index, and sorted here.
 */
export async function forEachGift(
  snapshot: Reader,
  counted: { livemode: Livemode; span: CountedSpan },
  take: (gift: Gift) => void,
): Promise<void> {
  const parts = new Map<number, Gift[]>()
  let last: CountedDonation | undefined
  for (;;) {
    const wanted = { ...counted, after: last, limit: DONATIONS_A_READ }
    const donations = await readCounted(snapshot, wanted)
    const named = donations.flatMap(({ isNamed, sequence }) => (isNamed ? sequence : []))
    const names = await findNames(snapshot, named)
    for (const donation of donations) put(parts, toGift(donation, names.get(donation.sequence)))
    if (donations.length < DONATIONS_A_READ) break
    last = donations.at(-1)
    await setImmediate()
  }
  await handOver(parts, take)
}

function put(parts: Map<number, Gift[]>, gift: Gift): void {
  const part = Math.floor(gift.at / SORTED_MS)
  const gifts = parts.get(part)
  if (gifts === undefined) parts.set(part, [gift])
  else gifts.push(gift)
}

async function handOver(parts: Map<number, Gift[]>, take: (gift: Gift) => void): Promise<void> {
  let taken = 0
  for (const part of [...parts.keys()].toSorted((a, b) => a - b)) {
    const gifts = (parts.get(part) ?? []).toSorted(compareTimes)
    parts.delete(part)
    for (const gift of gifts) {
      take(gift)
      taken += 1
      if (taken % DONATIONS_A_READ === 0) await setImmediate()
    }
  }
}

function toGift(
  { sequence, shownFrom, amountCents, userId }: CountedDonation,
  name: string | undefined,
): Gift {
  // The name may have been taken back between the two reads.
  const shown = name !== undefined && isNamed(name) ? name : null
  return { sequence, at: shownFrom, amountCents, userId, name: shown }
}
