import { afterAll, beforeAll, expect, test } from 'vitest'
import { captureSchema } from '#contract/checkouts.ts'
import { leaderboardPageSchema } from '#contract/leaderboard.ts'
import { openTestApp, type TestApp, type TestDonor } from '#tests/helpers/app/app.ts'
import { begin, capture, fetchCheckout } from '#tests/helpers/app/checkouts.ts'
import { payOnHostedPage } from '#tests/helpers/server/donor.ts'
import { openTestSandbox, type TestSandbox } from '#tests/helpers/providers/payment-sandbox.ts'

let payments: TestSandbox
let server: TestApp
let donor: TestDonor

beforeAll(async () => {
  payments = await openTestSandbox()
  server = await openTestApp({ payments })
  donor = await server.signUp()
})

afterAll(async () => {
  await server.close()
  await payments.close()
})

/** Donates with this name on the card; returns the name that the board shows, if any. */
async function donateAs(nameOnCard: string): Promise<string | undefined> {
  const begun = await begin(donor, 'stripe')
  await payOnHostedPage(begun.url ?? '', nameOnCard)
  const { state, donation } = await fetchCheckout(donor, begun)
  expect(state).toBe('paid')
  return findShown(donation?.id)
}

async function findShown(id: string | undefined): Promise<string | undefined> {
  const { entries } = leaderboardPageSchema.parse(
    (await server.call({ url: '/api/leaderboard' })).json(),
  )
  return entries.find((entry) => entry.id === id)?.name
}

test.each([
  ['a first and a last name', 'Ada Lovelace', 'Ada'],
  ['control characters', 'A\u0000d\u0007a\u001B[31m Lovelace', 'Ada[31m'],
  ['a line that would forge another', 'Ada\r\nadmin Lovelace', 'Ada'],
  ['bidirectional controls', '\u202EadA\u202C Lovelace', 'adA'],
  ['isolates', '\u2066Ada\u2069 Lovelace', 'Ada'],
  ['zero-width characters', 'A\u200Bd\u2060a\uFEFF Lovelace', 'Ada'],
  ['a decomposed accent', 'Jose\u0301 García', 'José'],
  ['marks stacked upon a letter', `Z${'\u0335'.repeat(50)} Algo`, `Z${'\u0335'.repeat(3)}`],
  ['a family of emoji', '👨‍👩‍👧‍👦 Smith', '👨‍👩‍👧‍👦'],
  ['a flag and a skin tone', '🇨🇭👋🏽 Muster', '🇨🇭👋🏽'],
  ['a right-to-left script', 'محمد علي', 'محمد'],
  ['a script without spaces', '山田太郎', '山田太郎'],
  ['markup', '<img/src=x/onerror=alert(1)> x', '<img/src=x/onerror=alert(1)>'],
  ['a formula', '=HYPERLINK("http://evil.example") x', '=HYPERLINK("http://evil.example")'],
])('a card with %s is shown clean and whole', async (_what, nameOnCard, shown) => {
  expect(await donateAs(nameOnCard)).toBe(shown)
})

test('a name as long as a page takes is cut between graphemes, not within', async () => {
  expect(await donateAs('x'.repeat(7_000))).toBe('x'.repeat(40))
  expect(await donateAs('👨‍👩‍👧‍👦'.repeat(50))).toBe('👨‍👩‍👧‍👦'.repeat(9))
})

test('a name as long as PayPal takes is cut', async () => {
  const begun = await begin(donor, 'paypal')
  const form = { given_name: 'é'.repeat(1_000), surname: 'Lovelace', action: 'pay' }
  await fetch(`${payments.apiBase.paypal}/approve?token=${begun.ref}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  const answer = await capture(donor, begun)
  const { donation } = captureSchema.parse(answer.json())
  expect(await findShown(donation?.id)).toBe('é'.repeat(40))
})

test('a name in which nothing is to be seen pays, and is not shown', async () => {
  const begun = await begin(donor, 'stripe')
  await payOnHostedPage(begun.url ?? '', '\u200B\u202E')
  const { state, donation } = await fetchCheckout(donor, begun)
  expect(state).toBe('paid')
  expect(donation).toMatchObject({ name: null, amountCents: 500, position: null })
  expect(await findShown(donation?.id)).toBeUndefined()
})
