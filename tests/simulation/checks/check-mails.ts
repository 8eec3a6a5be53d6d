import type { DatabaseSnapshot } from './database-snapshot.ts'
import type { FakeMailer } from '../server/fake-mailer.ts'

export type ReceivedMails = Pick<FakeMailer, 'keys' | 'violations' | 'keysBeforeRestore'>

type Entry = DatabaseSnapshot['entries'][number]

/**
 * Checks that donors got one mail for each movement of money that they are told of, and no other.
 */
export function checkMails({
  snapshot,
  fakeMailer,
}: {
  snapshot: DatabaseSnapshot
  fakeMailer: ReceivedMails
}): string[] {
  const { keys, violations } = fakeMailer
  const keyOf = ({ kind, provider, object_id }: Entry) => `${kind}-${provider}-${object_id}`
  const captures = snapshot.entries.filter(({ kind }) => kind === 'capture')
  const refunds = snapshot.entries.filter(({ kind }) => kind === 'refund')
  const known = new Set(snapshot.entries.map(keyOf))
  const wanted = [
    ...captures.map((entry) => `donation-${entry.provider}-${entry.object_id}`),
    // No mail is sent for a refund that had failed before the server knew of it.
    ...refunds.flatMap((entry) => {
      const reversal = `refund_reversal-${entry.provider}-${entry.object_id}`
      if (!known.has(reversal)) return [keyOf(entry)]
      // A restored copy does not know which mails were sent.
      const isTold = keys.has(keyOf(entry)) && !fakeMailer.keysBeforeRestore.has(keyOf(entry))
      return isTold || keys.has(reversal) ? [keyOf(entry), reversal] : []
    }),
  ]
  // Donors of imported payments got these mails before the copy was restored.
  const sentBefore = new Set(listMailsBeforeImport(snapshot))
  const missing = wanted.filter((key) => !keys.has(key) && !sentBefore.has(key))
  const needless = keys.difference(new Set(wanted)).difference(fakeMailer.keysBeforeRestore)
  return [
    ...violations,
    ...missing.map((key) => `the letter ${key} never came`),
    ...[...needless].map((key) => `the letter ${key} came for nothing`),
  ]
}

/** Lists the keys of mails about imported payments, which were sent before the copy was restored. */
function listMailsBeforeImport({ checkouts, entries }: DatabaseSnapshot): string[] {
  const imported = new Set(
    checkouts.flatMap(({ id, imported_at }) => (imported_at === null ? [] : id)),
  )
  return entries
    .filter(({ checkout_id }) => imported.has(checkout_id))
    .flatMap(({ kind, provider, object_id: id }) => [
      `${kind === 'capture' ? 'donation' : kind}-${provider}-${id}`,
      `refund_reversal-${provider}-${id}`,
    ])
}
