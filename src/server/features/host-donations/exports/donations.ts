import { z } from 'zod'
import { hostDonationSchema, type HostDonation } from '#contract/host/donations.ts'
import { findSummed, searchDonations, type DonationPlace } from '#server/features/ledger/ledger.ts'
import { viewDonations } from '../list/views.ts'
import { toLocalTimes } from './local-times.ts'
import { ROWS_AT_ONCE, type ExportSource } from './movements.ts'

/** A donation as it is exported. */
export const exportedDonationSchema = z.object({
  /** The day in the campaign's time zone. */
  date: z.string(),
  datetime: z.string(),
  ...hostDonationSchema.omit({ at: true, onTheWayCents: true }).shape,
})

export type ExportedDonation = z.infer<typeof exportedDonationSchema>

/** Yields pages of donations with their sums, the oldest first. */
export async function* readDonations(source: ExportSource): AsyncGenerator<ExportedDonation[]> {
  const { database, livemode, timeZone, from, to } = source
  let after: DonationPlace | undefined
  for (;;) {
    const places = await searchDonations(database, {
      livemode,
      from,
      to,
      sort: 'oldest',
      after,
      limit: ROWS_AT_ONCE,
    })
    const rows = await findSummed(
      database.reader,
      places.map(({ sequence }) => sequence),
    )
    const ordered = rows.toSorted((a, b) => a.timestamp - b.timestamp || a.sequence - b.sequence)
    const donations = await viewDonations(database, ordered)
    yield donations.map((donation) => toExported(donation, timeZone))
    after = places.at(-1)
    if (places.length < ROWS_AT_ONCE) return
  }
}

function toExported(
  { at, onTheWayCents: _now, ...donation }: HostDonation,
  timeZone: string,
): ExportedDonation {
  return { ...toLocalTimes(Date.parse(at), timeZone), ...donation }
}
