import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/helpers/app/app.ts'
import { beginAndPay, capture, fetchCheckout } from '#tests/helpers/app/checkouts.ts'
import { openTestSandbox, type TestSandbox } from '#tests/helpers/providers/payment-sandbox.ts'
import { readMail } from '#tests/helpers/mail/received-mail.ts'

let payments: TestSandbox
let server: TestApp

beforeEach(async () => {
  payments = await openTestSandbox()
  server = await openTestApp({ payments })
})

afterEach(async () => {
  await server.close()
  await payments.close()
})

/** Returns the receipts among the mails, without those about accounts. */
function readReceipts() {
  const folder = join(server.database.dataDir, 'mail')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml') && !name.startsWith('account-'))
    .map((name) => readMail(readFileSync(join(folder, name), 'utf8')))
}

test('a paid donation is told to the address of its account, by card and by wallet', async () => {
  const ada = await server.signUp('ada@donor.example')
  const eve = await server.signUp('eve@donor.example')
  const card = await beginAndPay(ada, payments, { provider: 'stripe', amountCents: 1_250 })
  await fetchCheckout(ada, card)
  await capture(eve, await beginAndPay(eve, payments, { provider: 'paypal', amountCents: 700 }))
  await expect.poll(() => readReceipts().length).toBe(2)
  const told = readReceipts().map(
    ({ headers }) => `${headers.get('to')}: ${headers.get('subject')}`,
  )
  expect(new Set(told)).toEqual(
    new Set([
      'ada@donor.example: [Test] Thank you for your donation of $12.50',
      'eve@donor.example: [Test] Thank you for your donation of $7.00',
    ]),
  )
  expect(server.log()).not.toContain('@donor.example')
})

test('a donation that was not paid is not told of', async () => {
  const donor = await server.signUp()
  await beginAndPay(donor, payments, { provider: 'stripe' })
  await server.app.close()
  expect(readReceipts()).toEqual([])
})
