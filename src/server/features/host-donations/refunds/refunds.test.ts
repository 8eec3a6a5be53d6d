import { expect, test } from 'vitest'
import { hostDonationStorySchema } from '#contract/host/donations.ts'
import { hostRefundSchema, refundPreviewSchema } from '#contract/host/refunds.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { expectError, type TestDonor } from '#tests/helpers/app/app.ts'
import {
  beginAndPay,
  capture,
  fetchCheckout,
  requireCheckoutRow,
} from '#tests/helpers/app/checkouts.ts'
import { readLedger, reconcile, requirePaymentId } from '#tests/helpers/app/ledger.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'
import { refundedCents } from '#tests/helpers/app/provider-accounts.ts'
import { PAYMENT_PROVIDERS } from '#tests/helpers/providers/payment-providers.ts'
import { noteRefund } from './store.ts'

const HOST = 'host@royale.example'
const harness = openPaymentHarness({ adminEmail: HOST })

async function pay(provider: 'stripe' | 'paypal', amountCents = 1_000) {
  const { donor, payments, server } = harness
  const begun = await beginAndPay(donor, payments, { provider, amountCents })
  if (provider === 'paypal') await capture(donor, begun)
  else await fetchCheckout(donor, begun)
  const { donation_id: id } = await requireCheckoutRow(server, begun.ref)
  return { ...begun, id }
}

type Asked = { amountCents?: number; reason?: string; key?: string }

function ask(host: TestDonor, id: string, { key = 'first-key', ...body }: Asked = {}) {
  return host.call({
    method: 'POST',
    url: `${HOST_ROUTES.donations}/${id}/refunds`,
    headers: { 'idempotency-key': key },
    payload: { reason: 'They asked for it.', ...body },
  })
}

async function readStory(host: TestDonor, id: string) {
  return hostDonationStorySchema.parse(
    (await host.call({ url: `${HOST_ROUTES.donations}/${id}` })).json(),
  )
}

const stateOf = async (host: TestDonor, id: string) => {
  const { donation, story } = await readStory(host, id)
  return { ...donation, titles: story.map(({ title }) => title), story }
}

async function isBooked(host: TestDonor, id: string, refundedTo: number) {
  await expect
    .poll(async () => {
      const { refundedCents: refunded, onTheWayCents } = await stateOf(host, id)
      return { refunded, onTheWayCents }
    })
    .toEqual({ refunded: refundedTo, onTheWayCents: 0 })
}

test.each(PAYMENT_PROVIDERS)('$name refunds a part, then the rest', async ({ name }) => {
  const { server, payments } = harness
  const host = await server.signUpHost()
  const paid = await pay(name)
  const first = await ask(host, paid.id, { amountCents: 300 })
  expect(first.statusCode).toBe(202)
  expect(hostRefundSchema.parse(first.json())).toMatchObject({
    state: 'on_the_way',
    amountCents: 300,
    message: null,
  })
  await isBooked(host, paid.id, 300)
  expect((await ask(host, paid.id, { key: 'second-key' })).json()).toMatchObject({
    amountCents: 700,
  })
  await isBooked(host, paid.id, 1_000)
  expect(await refundedCents(payments, paid)).toEqual([1_000])
  expect(await readLedger(server)).toEqual([
    ['capture', 1_000],
    ['refund', 300],
    ['refund', 700],
  ])
  const message = expectError(
    await ask(host, paid.id, { key: 'third-key' }),
    409,
    'failed-precondition',
  )
  expect(message).toBe('Nothing of this donation is left to refund.')
})

test('the same key with the same body refunds once, with another body it is refused', async () => {
  const { server } = harness
  const host = await server.signUpHost()
  const paid = await pay('stripe')
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => ask(host, paid.id, { amountCents: 200 })),
  )
  expect(new Set(answers.map((one) => one.json<{ id: string }>().id)).size).toBe(1)
  await isBooked(host, paid.id, 200)
  expect((await ask(host, paid.id, { amountCents: 200 })).statusCode).toBe(202)
  for (const other of [{ amountCents: 201 }, { amountCents: 200, reason: 'Another.' }, {}]) {
    expect(expectError(await ask(host, paid.id, other), 409, 'already-exists')).toBe(
      'This idempotency key was used for another refund. Use a new one.',
    )
  }
  expect(await readLedger(server)).toHaveLength(2)
})

test('two hosts at once never refund more than is left', async () => {
  const { server, payments } = harness
  const host = await server.signUpHost()
  const paid = await pay('stripe')
  const answers = await Promise.all(
    ['host-a-key', 'host-b-key', 'host-c-key'].map((key) =>
      ask(host, paid.id, { amountCents: 600, key }),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(1)
  const refused = answers.find(({ statusCode }) => statusCode === 409)
  expect(refused?.json<{ error: { message: string } }>().error.message).toBe(
    'At most $4.00 of this donation can be refunded.',
  )
  await isBooked(host, paid.id, 600)
  expect(await refundedCents(payments, paid)).toEqual([600])
})

test('what was refunded in the dashboard meanwhile fails in words, and is booked', async () => {
  const { server, payments } = harness
  const host = await server.signUpHost()
  const paid = await pay('stripe')
  const paymentId = await requirePaymentId(payments, paid.ref)
  await payments.control('/refunds', { provider: 'stripe', paymentId })
  await ask(host, paid.id)
  await isBooked(host, paid.id, 1_000)
  const { story } = await stateOf(host, paid.id)
  expect(story.find(({ title }) => title === 'Refund failed')?.detail).toBe(
    'Less than this was left at the provider. Look at what it has given back already.',
  )
})

test('nothing of a disputed donation is left to refund', async () => {
  const { server, payments } = harness
  const host = await server.signUpHost()
  const paid = await pay('stripe')
  const paymentId = await requirePaymentId(payments, paid.ref)
  await payments.control('/disputes', { provider: 'stripe', paymentId })
  await reconcile(server, { scope: 'all' })
  expect(expectError(await ask(host, paid.id), 409, 'failed-precondition')).toBe(
    'Nothing of this donation is left to refund.',
  )
})

test.each([
  [{ amountCents: 0 }, 'Refund at least one cent.'],
  [{ amountCents: 1.5 }, 'The amount must be a whole number of cents.'],
  [{ reason: '  ' }, 'Give a reason: whoever looks at this later needs it.'],
  [{ reason: 'x'.repeat(501) }, 'The reason must be 500 characters or fewer.'],
  [{ key: 'short' }, 'Send an Idempotency-Key of 8 to 200 letters, digits or dashes.'],
])('a request with %j is refused in words', async (asked, sentence) => {
  const host = await harness.server.signUpHost()
  expect(expectError(await ask(host, 'none', asked), 400, 'invalid-argument')).toBe(sentence)
})

test('the preview tells the rest and the place, now and after', async () => {
  const { server } = harness
  const host = await server.signUpHost()
  const paid = await pay('stripe', 1_000)
  await pay('stripe', 800)
  const preview = async (query = '') => {
    const url = `${HOST_ROUTES.donations}/${paid.id}/refunds/preview${query}`
    return refundPreviewSchema.parse((await host.call({ url })).json())
  }
  expect(await preview('?amountCents=300')).toMatchObject({
    amountCents: 300,
    now: { leftCents: 1_000, position: 1 },
    after: { leftCents: 700, position: 2 },
  })
  expect(await preview()).toMatchObject({
    amountCents: 1_000,
    after: { leftCents: 0, position: null },
  })
})

test.each(PAYMENT_PROVIDERS)(
  '$name is asked again under the same key after a lost answer, and refunds once',
  async ({ name }) => {
    const { server, payments } = harness
    const host = await server.signUpHost()
    const paid = await pay(name)
    await payments.control('/faults', {
      provider: name,
      fault: 'cut',
      method: 'POST',
      path: name === 'stripe' ? '/v1/refunds' : '/refund',
      times: 1,
    })
    await ask(host, paid.id, { amountCents: 250 })
    await expect.poll(async () => (await stateOf(host, paid.id)).refundedCents).toBe(250)
    await isBooked(host, paid.id, 250)
    expect(await refundedCents(payments, paid)).toEqual([250])
  },
)

test('a refund whose provider is away stays on its way, and says so', async () => {
  const { server, payments } = harness
  const host = await server.signUpHost()
  const paid = await pay('stripe')
  const fault = { provider: 'stripe', fault: '500', path: '/v1/refunds', times: 'always' }
  await payments.control('/faults', fault)
  await ask(host, paid.id, { amountCents: 250 })
  await expect
    .poll(async () => {
      const { story } = await stateOf(host, paid.id)
      return story.find(({ title }) => title === 'Refund on its way')?.detail
    })
    .toMatch(/^Stripe .* right now\.$/)
  const { onTheWayCents, refundedCents: refunded } = await stateOf(host, paid.id)
  expect([onTheWayCents, refunded]).toEqual([250, 0])
  expect(
    expectError(
      await ask(host, paid.id, { amountCents: 751, key: 'second-key' }),
      409,
      'failed-precondition',
    ),
  ).toBe('At most $7.50 of this donation can be refunded.')
})

test('after a day without an answer nobody asks again, since the provider forgets the key', async () => {
  const { server, payments } = harness
  const host = await server.signUpHost()
  const paid = await pay('stripe')
  const fault = { provider: 'stripe', fault: '500', path: '/v1/refunds', times: 'always' }
  await payments.control('/faults', fault)
  const { id } = (await ask(host, paid.id, { amountCents: 250 })).json<{ id: string }>()
  const refunds = server.database.reader.selectFrom('host_refunds').selectAll().where('id', '=', id)
  await expect.poll(async () => (await refunds.executeTakeFirstOrThrow()).message).not.toBeNull()
  await payments.control('/faults/clear', {})
  await server.database.write(noteRefund, { id, next_attempt_at: 0 })
  harness.clockOffsetMs = 21 * 60 * 60 * 1000
  await ask(host, paid.id, { amountCents: 1, key: 'wakes-the-worker' })
  await expect
    .poll(async () => (await refunds.executeTakeFirstOrThrow()).message)
    .toMatch(/^It is not known whether this was refunded\./)
  await isBooked(host, paid.id, 1)
  expect(await refundedCents(payments, paid)).toEqual([1])
})
