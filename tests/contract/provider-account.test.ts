import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimCapture, countDecline } from '#server/features/checkouts/settle/capture-store.ts'
import { insertCheckouts, requireCheckout } from '#server/features/checkouts/store.ts'
import { findMark, setMark } from '#server/features/reconciliation/store.ts'
import { NO_POLICY } from '#server/features/spending-limits/spending-limits.ts'
import type { Database } from '#server/infra/database/database.ts'
import { buildCheckout } from '../helpers/databases/builders.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

describe.each(DATABASES)('on $name', ({ open }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
  })

  afterEach(() => database.close())

  test('when a capture was first asked for stays, until it is declined', async () => {
    const checkout = buildCheckout({ provider: 'paypal', provider_account: 'account-1' })
    const { id } = checkout
    const claim = { id, attempt: 0, mayResume: false, policy: NO_POLICY }
    await database.write(insertCheckouts, checkout)
    await database.write(claimCapture, { ...claim, at: 1_000 })
    await database.write(claimCapture, { ...claim, at: 2_000 })
    expect(await requireCheckout(database.reader, id)).toMatchObject({
      provider_account: 'account-1',
      capture_asked_at: 1_000,
    })
    await database.write(countDecline, { id, attempt: 0 })
    expect((await requireCheckout(database.reader, id)).capture_asked_at).toBeNull()
  })

  test('lists that were read of one account say nothing of those of another', async () => {
    const mark = (account: string | null) =>
      findMark(database.reader, { provider: 'stripe', account })
    expect(await mark('account-1')).toBeUndefined()
    const list = { provider: 'stripe', account: 'account-1' } as const
    await database.write(setMark, { ...list, seenUntil: 1_000, hasGap: false })
    await database.write(setMark, { ...list, seenUntil: 2_000, hasGap: false })
    expect(await mark('account-1')).toBe(2_000)
    expect(await mark(null)).toBe(2_000)
    expect(await mark('account-2')).toBeUndefined()
  })

  test('lists that were read before their account was known do not hide those of another', async () => {
    const setMarkOf = (account: string | null, seenUntil: number) =>
      database.write(setMark, { provider: 'stripe', account, seenUntil, hasGap: false })
    const mark = (account: string) => findMark(database.reader, { provider: 'stripe', account })
    await setMarkOf(null, 1_000)
    await setMarkOf('account-2', 2_000)
    await setMarkOf(null, 3_000)
    expect(await mark('account-1')).toBeUndefined()
    expect(await mark('account-2')).toBe(2_000)
  })
})
