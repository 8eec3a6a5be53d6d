import type { PublicDonation } from '#contract/donations.ts'

/**
 * Returns the rows of a paused board with the names and messages of newer entries, at the amounts
 * that they had; the same rows if no text differs. A text that was taken back must not stay there.
 */
export function withNewerTexts(
  rows: readonly PublicDonation[],
  entries: readonly PublicDonation[],
): readonly PublicDonation[] {
  const newer = new Map(entries.map((entry) => [entry.id, entry]))
  const isOutdated = ({ id, name, message }: PublicDonation) => {
    const entry = newer.get(id)
    return entry !== undefined && (entry.name !== name || entry.message !== message)
  }
  if (!rows.some(isOutdated)) return rows
  return rows.map((row) => (isOutdated(row) ? replaceTexts(row, newer.get(row.id) ?? row) : row))
}

function replaceTexts(
  { id, amountCents, timestamp }: PublicDonation,
  { name, message }: PublicDonation,
): PublicDonation {
  return { id, name, amountCents, timestamp, ...(message && { message }) }
}
