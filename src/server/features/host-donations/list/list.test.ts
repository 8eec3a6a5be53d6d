import { expect, test } from 'vitest'
import { auditPageSchema } from '#contract/host/audit.ts'
import {
  hostDonationsPageSchema,
  hostDonationStorySchema,
  type HostDonation,
} from '#contract/host/donations.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { expectError, type TestDonor } from '#tests/helpers/app/app.ts'
import { begin, beginAndPay, capture, fetchCheckout } from '#tests/helpers/app/checkouts.ts'
import { reconcile, requirePaymentId } from '#tests/helpers/app/ledger.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'

const HOST = 'host@royale.example'
const harness = openPaymentHarness({ adminEmail: HOST })
const BASE = HOST_ROUTES.donations

async function list(host: TestDonor, query: Record<string, string> = {}) {
  const answer = await host.call({ url: `${BASE}?${new URLSearchParams(query).toString()}` })
  expect(answer.statusCode).toBe(200)
  return hostDonationsPageSchema.parse(answer.json())
}

const cents = (donations: readonly HostDonation[]) =>
  donations.map(({ amountCents }) => amountCents)

async function pay(provider: 'stripe' | 'paypal', amountCents: number, donor = harness.donor) {
  const begun = await beginAndPay(donor, harness.payments, { provider, amountCents })
  if (provider === 'paypal') await capture(donor, begun)
  else await fetchCheckout(donor, begun)
  return begun
}

test('the list has e-mail, provider ids and state, in each order, page by page', async () => {
  const { server, donor } = harness
  const host = await server.signUpHost()
  const card = await pay('stripe', 900)
  await pay('paypal', 500)
  await pay('stripe', 700)
  const { donations } = await list(host)
  expect(cents(donations)).toEqual([700, 500, 900])
  expect(donations[2]).toMatchObject({
    email: donor.email,
    paymentRef: card.ref,
    captureId: await requirePaymentId(harness.payments, card.ref),
    provider: 'stripe',
    state: 'paid',
    leftCents: 900,
  })
  expect(cents((await list(host, { sort: 'oldest' })).donations)).toEqual([900, 500, 700])
  expect(cents((await list(host, { sort: 'highest' })).donations)).toEqual([900, 700, 500])
  expect(cents((await list(host, { provider: 'paypal' })).donations)).toEqual([500])
  const first = await list(host, { limit: '2', sort: 'lowest' })
  expect(cents(first.donations)).toEqual([500, 700])
  const second = await list(host, { limit: '2', sort: 'lowest', after: first.next ?? '' })
  expect(cents(second.donations)).toEqual([900])
  expect(second.next).toBeNull()
})

test('every page leads back, and tells how many donations there are on all of them', async () => {
  const host = await harness.server.signUpHost()
  for (const amountCents of [100, 200, 300, 400, 500]) await pay('stripe', amountCents)
  const ask = (query: Record<string, string>) =>
    list(host, { limit: '2', sort: 'lowest', ...query })
  const first = await ask({})
  const second = await ask({ after: first.next ?? '' })
  const third = await ask({ after: second.next ?? '' })
  expect([first, second, third].map(({ total }) => total)).toEqual([5, 5, 5])
  expect([first.previous, cents(third.donations), third.next]).toEqual([null, [500], null])
  expect(await ask({ before: third.previous ?? '' })).toEqual(second)
  expect(await ask({ before: second.previous ?? '' })).toEqual(first)
})

test('a search that finds nothing but attempts tells how many there are', async () => {
  const { server, donor } = harness
  const host = await server.signUpHost()
  for (let count = 0; count < 3; count += 1) await begin(donor, 'stripe', 700)
  const page = await list(host, { q: '$7', limit: '2' })
  expect([cents(page.donations), page.total, page.next]).toEqual([[700, 700], 3, null])
})

test('attempts to pay lead back and are counted too', async () => {
  const { server, donor } = harness
  const host = await server.signUpHost()
  for (const amountCents of [100, 200, 300]) await begin(donor, 'stripe', amountCents)
  const query = { state: 'open', sort: 'highest', limit: '2' }
  const first = await list(host, query)
  const second = await list(host, { ...query, after: first.next ?? '' })
  expect([cents(second.donations), second.total]).toEqual([[100], 3])
  expect(await list(host, { ...query, before: second.previous ?? '' })).toEqual(first)
})

test('a search finds names, e-mails, exact amounts and ids of every kind', async () => {
  const { server, payments } = harness
  const host = await server.signUpHost()
  const ada = await server.signUp('ada.l@donor.example')
  const begun = await pay('stripe', 500, ada)
  await pay('paypal', 800)
  const [donation] = (await list(host, { q: 'ADA.L@donor' })).donations
  expect(donation).toMatchObject({ email: ada.email, amountCents: 500 })
  const charge = await requirePaymentId(payments, begun.ref)
  const { id = '', checkoutId = '', name } = donation ?? {}
  const texts = ['$5', '5.00', ' 5 ', begun.ref, charge, id, checkoutId, name?.slice(0, 3) ?? '']
  for (const q of texts) {
    const found = (await list(host, { q })).donations.map((one) => one.id)
    expect(found).toContain(id)
  }
  for (const q of ['$5.01', '%', "' or 1=1 --", 'ada.l@donor.example.org', 'zz_unknown']) {
    expect((await list(host, { q })).donations).toEqual([])
  }
})

test('attempts to pay are found by state, and by what names them', async () => {
  const { server, donor } = harness
  const host = await server.signUpHost()
  const begun = await begin(donor, 'stripe', 600)
  expect((await list(host)).donations).toEqual([])
  const [open] = (await list(host, { state: 'open' })).donations
  expect(open).toMatchObject({ state: 'open', amountCents: 600, leftCents: 0 })
  expect((await list(host, { q: begun.ref })).donations).toEqual([open])
  expect((await list(host, { q: donor.email })).donations).toEqual([open])
  expect((await list(host, { state: 'failed' })).donations).toEqual([])
})

test('days are inclusive, and wrong queries are refused in words', async () => {
  const host = await harness.server.signUpHost()
  const today = () => new Date().toISOString().slice(0, 10)
  // A day may end meanwhile.
  const from = today()
  await pay('stripe', 500)
  expect((await list(host, { from, to: today() })).donations).toHaveLength(1)
  expect((await list(host, { to: '2026-01-01' })).donations).toEqual([])
  const ask = (query: string) => host.call({ url: `${BASE}?${query}` })
  expect(expectError(await ask('from=22.11.2026'), 400, 'invalid-argument')).toBe(
    'Write days as in 2026-11-22.',
  )
  expect(expectError(await ask('after=x'), 400, 'invalid-argument')).toBe(
    'This page is not there. Begin with the first one.',
  )
  expect(expectError(await ask('limit=201'), 400, 'invalid-argument')).toBe(
    'Ask for at most 200 rows.',
  )
  expect(expectError(await ask(`q=${'x'.repeat(201)}`), 400, 'invalid-argument')).toBe(
    'Search for at most 200 characters.',
  )
})

test('the story has checkout, money, mails and notes, the oldest first', async () => {
  const { server, payments } = harness
  const host = await server.signUpHost()
  const card = await pay('stripe', 900)
  const paymentId = await requirePaymentId(payments, card.ref)
  await payments.control('/refunds', { provider: 'stripe', paymentId, amountCents: 200 })
  await reconcile(server, { scope: 'all' })
  const [donation] = (await list(host, { state: 'partly_refunded' })).donations
  const url = `${BASE}/${donation?.id}`
  const hostile = '=cmd()|<script>\u202e🦊'
  const noted = await host.call({ method: 'POST', url: `${url}/notes`, payload: { text: hostile } })
  expect(noted.statusCode).toBe(200)
  const again = await host.call({ method: 'POST', url: `${url}/receipts` })
  expect(again.statusCode).toBe(200)
  const { entries } = auditPageSchema.parse((await host.call({ url: HOST_ROUTES.audit })).json())
  expect(entries[0]).toMatchObject({
    action: 'receipt.mailed',
    actor: { email: host.email },
    subject: { kind: 'donation', id: donation?.id },
  })
  const { story, refundableCents } = hostDonationStorySchema.parse(
    (await host.call({ url })).json(),
  )
  expect(refundableCents).toBe(700)
  const titles = story.map(({ title }) => title)
  expect(titles[0]).toBe('Checkout begun')
  expect(titles).toEqual(expect.arrayContaining(['Captured', 'Refunded', 'Note']))
  expect(story.find(({ kind }) => kind === 'note')).toMatchObject({
    detail: hostile,
    actor: host.email,
  })
  expect(story.filter(({ kind }) => kind === 'event').length).toBeGreaterThan(0)
  expect(story.filter(({ kind }) => kind === 'mail').length).toBeGreaterThan(2)
  expect(story.map(({ at }) => at)).toEqual(story.map(({ at }) => at).toSorted())
})

test('the story tells what hosts decided about the texts, to roles that may read it', async () => {
  const { server, donor } = harness
  const host = await server.signUpHost()
  await pay('stripe', 900)
  const [donation] = (await list(host)).donations
  const url = `${BASE}/${donation?.id}`
  const hostile = '=cmd() <b>Bo</b>'
  const change = (payload: object) => host.call({ method: 'PATCH', url, payload })
  const readTexts = async () =>
    hostDonationStorySchema.parse((await host.call({ url })).json()).texts
  expect(await readTexts()).toMatchObject({ hidden: false, name: 'Ada', message: null })
  for (const payload of [{ displayName: hostile }, { message: null }, { hidden: true }]) {
    expect((await change(payload)).statusCode).toBe(200)
  }
  expect(await readTexts()).toMatchObject({ hidden: true, name: 'A donor', message: null })
  const read = async (reader: TestDonor) => {
    const { story } = hostDonationStorySchema.parse((await reader.call({ url })).json())
    return story.filter(({ kind }) => kind === 'decision')
  }
  expect(await read(host)).toMatchObject([
    { title: 'Name or message changed', detail: `Name: ${hostile}`, actor: host.email },
    { title: 'Name or message changed', detail: `Name: ${hostile}. No message` },
    { title: 'Hidden', detail: null, actor: host.email },
  ])
  const treasurer = await server.signUpMember('treasurer')
  expect(await read(treasurer)).toEqual([])
  expect((await treasurer.call({ url })).json()).toMatchObject({ texts: null })
  expectError(await donor.call({ url }), 403, 'permission-denied')
})

test('a name that waits is told to those who decide about it; to all others that one does', async () => {
  const { server } = harness
  const host = await server.signUpHost()
  const url = HOST_ROUTES.screening
  const screening = (await host.call({ url })).json<object>()
  await host.call({ method: 'PUT', url, payload: { ...screening, mode: 'hold' } })
  await pay('stripe', 900)
  expect((await list(host)).donations).toMatchObject([{ name: 'A donor', held: { name: 'Ada' } }])
  const treasurer = await server.signUpMember('treasurer')
  expect((await list(treasurer)).donations).toMatchObject([{ held: { name: null } }])
})

test('a note is a text of 1 to 2,000 characters, on a donation that exists', async () => {
  const host = await harness.server.signUpHost()
  const note = (id: string, text: string) =>
    host.call({ method: 'POST', url: `${BASE}/${id}/notes`, payload: { text } })
  expect(expectError(await note('none', ' '), 400, 'invalid-argument')).toBe('Write a note.')
  expect(expectError(await note('none', 'x'.repeat(2_001)), 400, 'invalid-argument')).toBe(
    'A note may have at most 2,000 characters.',
  )
  expect(expectError(await note('none', 'x'), 404, 'not-found')).toBe(
    'There is no donation under this id.',
  )
})
