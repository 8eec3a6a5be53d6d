import { expect, test } from 'vitest'
import { z } from 'zod'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { expectError } from '#tests/helpers/app/app.ts'
import { beginAndPay, fetchCheckout } from '#tests/helpers/app/checkouts.ts'
import { reconcile, requirePaymentId, sumLedger } from '#tests/helpers/app/ledger.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'

const harness = openPaymentHarness({ adminEmail: 'host@royale.example' })

async function payAndRefund() {
  const { server, donor, payments } = harness
  const host = await server.signUpHost()
  const card = await beginAndPay(donor, payments, { provider: 'stripe', amountCents: 1_050 })
  await fetchCheckout(donor, card)
  const paymentId = await requirePaymentId(payments, card.ref)
  await payments.control('/refunds', { provider: 'stripe', paymentId, amountCents: 250 })
  await reconcile(server, { scope: 'all' })
  return host
}

test('movements are one row each, refunds negative, and sum up to the ledger', async () => {
  const host = await payAndRefund()
  const answer = await host.call({ url: `${HOST_ROUTES.exports}/movements.csv` })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toBe('attachment; filename="movements.csv"')
  const [columns, ...rows] = answer.body.trimEnd().split('\r\n')
  expect(columns).toMatch(
    /^date,datetime,id,type,kind,isRefund,refundId,amount,paymentProcessorFee,netAmount,currency,/,
  )
  expect(rows.map((row) => row.split(',').slice(3, 6))).toEqual([
    ['CREDIT', 'capture', 'false'],
    ['DEBIT', 'refund', 'true'],
  ])
  expect(rows.map((row) => row.split(',')[7])).toEqual(['10.5', '-2.5'])
  const json = await host.call({ url: `${HOST_ROUTES.exports}/movements.json` })
  const movements = z.array(z.object({ amountCents: z.int() })).parse(json.json())
  const sum = movements.reduce((cents, { amountCents }) => cents + amountCents, 0)
  expect(sum).toBe(await sumLedger(harness.server))
})

test('donations have their sums, and a name that a spreadsheet would run is harmless', async () => {
  const host = await payAndRefund()
  const { database } = harness.server
  const hostile = `=cmd("x")|'<b>,\u202e🦊`
  await database.autocommit.updateTable('donations').set({ name: hostile }).execute()
  const { body } = await host.call({ url: `${HOST_ROUTES.exports}/donations.csv` })
  expect(body).toContain(`"'=cmd(""x"")|'<b>,\u202e🦊"`)
  expect(body).toContain(',partly_refunded,10.5,2.5,0,8,USD,stripe,cs_test_')
  const json = await host.call({ url: `${HOST_ROUTES.exports}/donations.json` })
  expect(json.json()).toMatchObject([{ name: hostile, amountCents: 1_050, leftCents: 800 }])
})

test('a span has its first and its last day, and wrong days are refused in words', async () => {
  const today = () => new Date().toISOString().slice(0, 10)
  // A day may end meanwhile.
  const from = today()
  const host = await payAndRefund()
  const rows = async (query: string) => {
    const { body } = await host.call({ url: `${HOST_ROUTES.exports}/movements.csv?${query}` })
    return body.trimEnd().split('\r\n').length - 1
  }
  expect(await rows(`from=${from}&to=${today()}`)).toBe(2)
  expect(await rows('to=2026-01-01')).toBe(0)
  const wrong = await host.call({ url: `${HOST_ROUTES.exports}/donations.csv?from=yesterday` })
  expect(expectError(wrong, 400, 'invalid-argument')).toBe('Write days as in 2026-11-22.')
})

test('no export without donations is broken', async () => {
  const host = await harness.server.signUpHost()
  const json = await host.call({ url: `${HOST_ROUTES.exports}/donations.json` })
  expect(json.json()).toEqual([])
})
