import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ownDonationsSchema, type OwnDonation } from '#contract/checkouts.ts'
import { expectError, openTestApp, type TestApp, type TestDonor } from '#tests/helpers/app/app.ts'
import { setScreening } from '#tests/helpers/app/screening.ts'
import { giveTexts } from '#tests/helpers/app/give-texts.ts'
import { begin, beginAndPay, capture, readBoardPage } from '#tests/helpers/app/checkouts.ts'
import { openTestSandbox, type TestSandbox } from '#tests/helpers/providers/payment-sandbox.ts'

let payments: TestSandbox
let server: TestApp
let ada: TestDonor

beforeEach(async () => {
  payments = await openTestSandbox()
  server = await openTestApp({ payments })
  ada = await server.signUp('ada@donor.example')
})

afterEach(async () => {
  await server.close()
  await payments.close()
})

/** Donates through the wallet, whose payer's given name is Payer, and returns the donation. */
async function give(texts: object = {}, donor = ada): Promise<OwnDonation> {
  const begun = await beginAndPay(donor, payments, { provider: 'paypal', texts })
  const answer = await capture(donor, begun)
  expect(answer.statusCode).toBe(200)
  return answer.json<{ donation: OwnDonation }>().donation
}

const change = (id: string, payload: object, donor = ada) =>
  donor.call({ method: 'PATCH', url: `/api/donations/${id}`, payload })

async function shownRows() {
  const { entries } = await readBoardPage(server)
  return entries.map(({ name, message }) => [name, message])
}

describe('a donation shows', () => {
  test("the payer's given name, unless its donor chose something", async () => {
    expect((await give()).texts).toBeUndefined()
    expect(await shownRows()).toEqual([['Ada', undefined]])
  })

  test('the display name of the request', async () => {
    expect(await give({ displayName: ' Countess\u202e \u200bof  Code ' })).toMatchObject({
      name: 'Countess of Code',
      texts: { displayName: 'Countess of Code', anonymous: false, message: null, state: 'shown' },
    })
    expect(await shownRows()).toEqual([['Countess of Code', undefined]])
  })

  test('the display name of the profile, unless the request names none', async () => {
    const set = { method: 'PUT', url: '/api/me/profile', payload: { displayName: 'Bo' } } as const
    expect((await ada.call(set)).json()).toEqual({
      displayName: 'Bo',
      messages: false,
      holdsTexts: false,
    })
    await give()
    await give({ displayName: null })
    expect(await shownRows()).toEqual([
      ['Bo', undefined],
      ['Ada', undefined],
    ])
  })

  test.each([
    ['off', false],
    ['automatic', false],
    ['hold', true],
  ] as const)('the profile says of screening %s that every text waits: %j', async (mode, holds) => {
    await setScreening(server, { mode })
    const profile = await ada.call({ url: '/api/me/profile' })
    expect(profile.json()).toMatchObject({ holdsTexts: holds })
  })

  test("'Anonymous' if its donor wants that, and its money counts", async () => {
    await give({ displayName: 'Bo', anonymous: true })
    expect(await shownRows()).toEqual([['Anonymous', undefined]])
    const list = await server.call({ url: '/api/donations' })
    expect(list.body).not.toContain('Bo')
    const { total } = await readBoardPage(server)
    expect(total).toEqual({ count: 1, amountCents: 500 })
  })

  test('a message where the host takes messages', async () => {
    expectError(await requestWith({ message: 'Hi' }), 409, 'failed-precondition')
    await setScreening(server, { messages: true })
    await give({ message: 'For\r\nthe  <script>whales</script> \u{1f433}' })
    expect(await shownRows()).toEqual([['Ada', 'For the <script>whales</script> \u{1f433}']])
  })
})

const requestWith = (payload: object) =>
  ada.call({ method: 'POST', url: '/api/create-checkout-session', payload })

describe('a text', () => {
  test('that is too long is refused with its limit, counted as people count', async () => {
    await setScreening(server, { messages: true })
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'
    expect(
      expectError(await requestWith({ displayName: 'x'.repeat(41) }), 400, 'invalid-argument'),
    ).toBe('The name can have 40 characters at most.')
    expect(
      expectError(await requestWith({ message: 'x'.repeat(201) }), 400, 'invalid-argument'),
    ).toBe('The message can have 200 characters at most.')
    expect((await requestWith({ message: family.repeat(80) })).statusCode).toBe(200)
    expect(
      expectError(await requestWith({ displayName: family.repeat(20) }), 400, 'invalid-argument'),
    ).toBe(
      'The name is too long: some of its characters, such as emoji, take the room of several. Use fewer of them.',
    )
    expectError(await requestWith({ message: 'x'.repeat(10_000) }), 400, 'invalid-argument')
  })

  test('of nothing visible is none', async () => {
    expect(await give({ displayName: '\u200b\u202e ' })).toMatchObject({ name: 'Ada' })
  })
})

describe('a donor', () => {
  test('changes the texts of a past donation, and the board follows', async () => {
    const { id } = await give()
    const answer = await change(id, { displayName: 'Bo' })
    expect(answer.json()).toMatchObject({ donation: { id, name: 'Bo', position: 1 } })
    expect(await shownRows()).toEqual([['Bo', undefined]])
    await change(id, { anonymous: true })
    expect(await shownRows()).toEqual([['Anonymous', undefined]])
    await change(id, { anonymous: false, displayName: null })
    expect(await shownRows()).toEqual([['Ada', undefined]])
    expect(
      ownDonationsSchema.parse((await ada.call({ url: '/api/donations/own' })).json()),
    ).toMatchObject({ donations: [{ name: 'Ada', texts: { state: 'shown' } }] })
  })

  test('cannot change what is not theirs, also not a donation that does not exist', async () => {
    const { id } = await give()
    const bo = await server.signUp()
    for (const wrong of [id, randomUUID(), '..%2f', 'x'.repeat(65)]) {
      const answer = await change(wrong, { displayName: 'Bo' }, bo)
      expect([400, 404]).toContain(answer.statusCode)
    }
    expect(await shownRows()).toEqual([['Ada', undefined]])
  })

  test('leaves no earlier text in the feed from which every node reads', async () => {
    const { id } = await give({ displayName: 'Canary of a name' })
    await change(id, { displayName: 'Bo' })
    const feed = await server.database.reader.selectFrom('board_changes').selectAll().execute()
    expect(JSON.stringify(feed)).not.toContain('Canary')
  })

  test('replaces an approved text by one that waits, and nobody sees either', async () => {
    await setScreening(server, { messages: true })
    const { id } = await give({ displayName: 'Bo', message: 'Before' })
    await setScreening(server, { mode: 'hold' })
    const answer = await change(id, { displayName: 'Countess <b>', message: 'After' })
    expect(answer.json()).toMatchObject({
      donation: { name: 'Countess <b>', message: 'After', texts: { state: 'waiting' } },
    })
    expect(await shownRows()).toEqual([['A donor', undefined]])
  })

  test('adds a message only where the host takes messages, but may always remove one', async () => {
    await setScreening(server, { messages: true })
    const { id } = await give({ message: 'Hi' })
    await setScreening(server, { messages: false })
    expect(expectError(await change(id, { message: 'More' }), 409, 'failed-precondition')).toBe(
      'This page takes no messages just now: leave it empty.',
    )
    expect((await change(id, { message: null })).statusCode).toBe(200)
    expect(await shownRows()).toEqual([['Ada', undefined]])
  })

  test('gives a payment without a name its name, and so its place', async () => {
    const id = await giveTexts(server, { donor: ada, name: null })
    expect(await shownRows()).toEqual([])
    expect((await change(id, { displayName: 'Bo' })).json()).toMatchObject({
      donation: { name: 'Bo', position: 1 },
    })
    expect(await shownRows()).toEqual([['Bo', undefined]])
  })

  test('whose text is held sees it, and nobody else does', async () => {
    await setScreening(server, { mode: 'hold', messages: true })
    const { texts, name, message, id } = await give({ displayName: 'Bo', message: 'Canary' })
    expect([name, message, texts?.state]).toEqual(['Bo', 'Canary', 'waiting'])
    expect(await shownRows()).toEqual([['A donor', undefined]])
    await change(id, { anonymous: true })
    expect(await shownRows()).toEqual([['Anonymous', undefined]])
    await change(id, { message: null })
    const own = await ada.call({ url: '/api/donations/own' })
    expect(own.json()).toMatchObject({ donations: [{ texts: { state: 'shown' } }] })
  })

  test('begins a checkout of which the provider learns none of the texts', async () => {
    await begin(ada, 'stripe')
    await requestWith({ displayName: 'Canary of a name', anonymous: true })
    const told = await fetch(`${payments.apiBase.stripe}/_sandbox/control/state`)
    expect(await told.text()).not.toContain('Canary')
  })
})
