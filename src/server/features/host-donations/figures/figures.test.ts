import { expect, test } from 'vitest'
import { hostDaysSchema, hostSummarySchema } from '#contract/host/figures.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { expectError, type TestDonor } from '#tests/helpers/app/app.ts'
import { beginAndPay, capture, fetchCheckout } from '#tests/helpers/app/checkouts.ts'
import { reconcile, requirePaymentId, sumLedger } from '#tests/helpers/app/ledger.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'

const HOST = 'host@royale.example'
const harness = openPaymentHarness({ adminEmail: HOST })

async function readSummary(host: TestDonor) {
  const answer = await host.call({ url: HOST_ROUTES.summary })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  return hostSummarySchema.parse(answer.json())
}

test('gross, refunded and net add up to the ledger in every span', async () => {
  const { server, donor, payments } = harness
  const host = await server.signUpHost()
  const card = await beginAndPay(donor, payments, { provider: 'stripe', amountCents: 2_000 })
  await fetchCheckout(donor, card)
  const wallet = await beginAndPay(donor, payments, { provider: 'paypal', amountCents: 700 })
  await capture(donor, wallet)
  const charge = await requirePaymentId(payments, card.ref)
  await payments.control('/refunds', { provider: 'stripe', paymentId: charge, amountCents: 500 })
  await reconcile(server, { scope: 'all' })

  const summary = await readSummary(host)
  for (const { total, providers } of [summary.today, summary.week, summary.all]) {
    expect(total).toMatchObject({ count: 2, grossCents: 2_700, refundedCents: 500 })
    expect(providers.map(({ provider, grossCents }) => [provider, grossCents])).toEqual([
      ['stripe', 2_000],
      ['paypal', 700],
    ])
    const { grossCents, refundedCents, disputedCents, feeCents, netCents } = total
    expect(grossCents - refundedCents - disputedCents).toBe(await sumLedger(server))
    expect(netCents).toBe(grossCents - refundedCents - disputedCents - feeCents)
  }
  expect(summary.all.total.feeCents).toBeGreaterThan(0)
  expect(summary.drift).toEqual([
    expect.objectContaining({ provider: 'stripe', ledgerCents: 0, statementCents: 0 }),
    expect.objectContaining({ provider: 'paypal', ledgerCents: 0, statementCents: 0 }),
  ])
  expect(summary.reconciledAt).not.toBeNull()
  expect(summary.inbox).toMatchObject({ parked: 0 })
})

test('the days end with today, and their sums are those of the summary', async () => {
  const { server, donor, payments } = harness
  const host = await server.signUpHost()
  const card = await beginAndPay(donor, payments, { provider: 'stripe', amountCents: 900 })
  await fetchCheckout(donor, card)
  const answer = await host.call({ url: `${HOST_ROUTES.days}?days=7` })
  const { days, timeZone } = hostDaysSchema.parse(answer.json())
  expect(timeZone).toBe('UTC')
  expect(days).toHaveLength(7)
  expect(days.at(-1)?.date).toBe(new Date().toISOString().slice(0, 10))
  const { today, week } = await readSummary(host)
  expect(days.at(-1)).toMatchObject({ total: today.total, providers: today.providers })
  expect(days.reduce((sum, day) => sum + day.total.grossCents, 0)).toBe(week.total.grossCents)
})

test('a wrong number of days is refused in words', async () => {
  const host = await harness.server.signUpHost()
  const ask = (days: string) => host.call({ url: `${HOST_ROUTES.days}?days=${days}` })
  expect(expectError(await ask('0'), 400, 'invalid-argument')).toBe('Ask for at least one day.')
  expect(expectError(await ask('93'), 400, 'invalid-argument')).toBe('Ask for at most 92 days.')
  expect(expectError(await ask('x'), 400, 'invalid-argument')).toBe(
    'The number of days must be a number.',
  )
})
