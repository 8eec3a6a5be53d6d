import { expect, test } from 'vitest'
import { ROUTES } from '#contract/routes.ts'
import { PASSWORD } from '#tests/helpers/app/app.ts'
import { beginAndPay } from '#tests/helpers/app/checkouts.ts'
import { reconcile } from '#tests/helpers/app/ledger.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'
import { ERASERS } from './erase-account.ts'
import { PERSONAL_DATA, WITHHELD_TABLES } from './personal-data.ts'

const harness = openPaymentHarness()

test('every table with personal data is downloaded, or has a reason why not', () => {
  const erased = ERASERS.flatMap(({ tables }) => tables)
  const named = [...PERSONAL_DATA.flatMap(({ tables }) => tables), ...Object.keys(WITHHELD_TABLES)]
  expect(named.toSorted()).toEqual(erased.toSorted())
})

test('a donor downloads everything that is kept about them, and nothing of others', async () => {
  const { donor, server } = harness
  await donor.call({
    method: 'PUT',
    url: ROUTES.profile,
    payload: { displayName: 'Ada of Turin' },
  })
  await beginAndPay(donor, harness.payments, { provider: 'stripe', amountCents: 1_250 })
  await reconcile(server)
  const stranger = await server.signUp()
  const answer = await donor.call({ url: ROUTES.ownExport })
  expect(answer.headers['content-disposition']).toBe(
    'attachment; filename="donation-royale-my-data.json"',
  )
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.json()).toMatchObject({
    account: [{ email: donor.email }],
    sessions: [{}],
    profile: [{ displayName: 'Ada of Turin' }],
    donations: [{ amountCents: 1_250 }],
    movements: [{ kind: 'capture', amountCents: 1_250 }],
    payments: [{ provider: 'stripe', amountCents: 1_250, state: 'paid' }],
    mails: [{ kind: 'donation' }],
  })
  expect(answer.body).not.toContain(stranger.email)
  for (const secret of [PASSWORD, 'token', donor.cookie.split('=')[1] ?? '']) {
    expect(answer.body).not.toContain(secret)
  }
  const other = await stranger.call({ url: ROUTES.ownExport })
  expect(other.json()).toMatchObject({ donations: [], payments: [] })
  expect(other.body).not.toContain('Ada of Turin')
})
