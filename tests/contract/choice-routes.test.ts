import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { choiceListSchema } from '#contract/choices.ts'
import { auditPageSchema } from '#contract/host/audit.ts'
import { hostChoicesSchema } from '#contract/host/choices.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { expectError, openTestApp, type TestApp, type TestDonor } from '../helpers/app/app.ts'
import {
  begin,
  beginAndPay,
  capture,
  fetchCheckout,
  requestCheckout,
} from '../helpers/app/checkouts.ts'
import { DATABASES } from '../helpers/databases/databases.ts'
import { openTestSandbox, type TestSandbox } from '../helpers/providers/payment-sandbox.ts'

const MINUTE = 60_000

let payments: TestSandbox

beforeAll(async () => {
  payments = await openTestSandbox()
})

afterAll(() => payments.close())

describe.each(DATABASES)('the routes of choices on $name', ({ open }) => {
  let database: Database
  let bus: Bus
  let server: TestApp
  let host: TestDonor
  let ada: TestDonor
  /** How far the server's clock is ahead, ms. */
  let aheadMs: number

  beforeEach(async () => {
    aheadMs = 0
    database = await open()
    bus = createMemoryBus()
    server = await openTestApp({
      database,
      bus,
      payments,
      clock: () => Date.now() + aheadMs,
    })
    host = await server.signUpHost()
    ada = await server.signUp('ada@donor.example')
  })

  afterEach(async () => {
    await server.close()
    await database.close()
  })

  const at = (minutes: number) => new Date(Date.now() + aheadMs + minutes * MINUTE).toISOString()

  const BODY = { question: 'Which name?', options: ['Nautilus', 'Argo'] }

  function post(path: string, payload: object = {}, who = host) {
    return who.call({ method: 'POST', url: `/api/host/choices${path}`, payload })
  }

  function patch(id: string, payload: object) {
    return host.call({ method: 'PATCH', url: `/api/host/choices/${id}`, payload })
  }

  async function create(fields: object = {}) {
    const answer = await post('', { ...BODY, opensAt: at(-1), closesAt: at(60), ...fields })
    expect(answer.statusCode).toBe(200)
    const { choices } = hostChoicesSchema.strict().parse(answer.json())
    // Ids are in the order of their creation.
    const [choice] = choices.toSorted((a, b) => (a.id < b.id ? 1 : -1))
    if (choice === undefined) throw new Error('The choice was not created.')
    return { id: choice.id, optionIds: choice.options.map((option) => option.id) }
  }

  async function read(path: string): Promise<unknown> {
    const answer = await server.call({ url: path })
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }

  const list = async () => choiceListSchema.strict().parse(await read('/api/choices'))

  const results = async () =>
    (await list()).choices.map((one) => one.results.map(({ amountCents }) => amountCents))

  async function vote(provider: 'stripe' | 'paypal', amountCents: number, optionId?: string) {
    const texts = optionId === undefined ? {} : { optionId }
    const begun = await beginAndPay(ada, payments, { provider, amountCents, texts })
    if (provider === 'paypal') await capture(ada, begun)
    return fetchCheckout(ada, begun)
  }

  async function refuse(optionId: string): Promise<string> {
    const answer = await requestCheckout(ada, 'stripe', 500, { optionId })
    expect(answer.json()).toMatchObject({ error: { reason: 'VOTE_REFUSED' } })
    return expectError(answer, 409, 'failed-precondition')
  }

  test('without a choice nothing differs', async () => {
    expect(await list()).toMatchObject({ version: 0, choices: [] })
    expect(await read('/api/campaign')).not.toHaveProperty('choices')
    expect(await refuse('none')).toBe('What you voted for is not there any more.')
    const answer = await requestCheckout(ada, 'stripe', 500)
    expect(answer.statusCode).toBe(200)
  })

  test('dollars vote over both providers, and those without a vote count for none', async () => {
    const { id, optionIds } = await create()
    await expect.poll(async () => read('/api/campaign')).toMatchObject({ choices: [{ id }] })
    await vote('stripe', 700, optionIds[0])
    await vote('paypal', 500, optionIds[1])
    await vote('stripe', 900, optionIds[1])
    await vote('stripe', 10_000)
    await expect.poll(results).toEqual([[700, 1_400]])
    expect(await list()).toMatchObject({ choices: [{ totalCents: 2_100 }] })
    const data = (await ada.call({ url: '/api/me/export' })).json<{ votes: object[] }>()
    expect(data.votes).toHaveLength(3)
    expect(data.votes[0]).toMatchObject({ question: 'Which name?', option: 'Nautilus' })
  })

  test('a payment votes if it was begun while the choice was open, whenever it is paid', async () => {
    const { id, optionIds } = await create()
    const texts = { optionId: optionIds[0] ?? '' }
    const begun = await beginAndPay(ada, payments, { provider: 'paypal', amountCents: 700, texts })
    expect((await post(`/${id}/end`)).statusCode).toBe(200)
    await capture(ada, begun)
    await expect.poll(results).toEqual([[700, 0]])
    expect(await refuse(texts.optionId)).toBe('The vote on “Which name?” has closed.')
    expectError(await post(`/${id}/end`), 409, 'failed-precondition')
  })

  test('says why it does not take a vote: before its opening, and once it is cancelled', async () => {
    const { id, optionIds } = await create({ opensAt: at(5) })
    expect(await refuse(optionIds[0] ?? '')).toBe('The vote on “Which name?” has not begun yet.')
    expect((await patch(id, { options: ['One', 'Two', 'Three'] })).statusCode).toBe(200)
    expect(await refuse(optionIds[0] ?? '')).toBe('What you voted for is not there any more.')
    const other = await create({ question: 'Which colour?' })
    expect((await post(`/${other.id}/cancel`)).statusCode).toBe(200)
    expect(await refuse(other.optionIds[0] ?? '')).toBe('The vote on “Which colour?” is cancelled.')
    await expect.poll(async () => (await list()).choices).toEqual([])
  })

  const readChoice = async () => {
    const answer = await host.call({ url: '/api/host/choices' })
    return hostChoicesSchema.strict().parse(answer.json()).choices[0]
  }

  test('a vote that is being paid fixes the options until its donor cancels the payment', async () => {
    const { id, optionIds } = await create()
    expect(await readChoice()).toMatchObject({ voted: false })
    const { ref } = await begin(ada, 'stripe', 500, { optionId: optionIds[0] ?? '' })
    const { payable } = (await readChoice()) ?? {}
    const leftMs = Date.parse(payable?.until ?? '') - Date.now()
    expect(leftMs).toBeGreaterThan(59 * MINUTE)
    expect(leftMs).toBeLessThanOrEqual(60 * MINUTE)
    const sentence = expectError(
      await patch(id, { options: ['A', 'B'] }),
      409,
      'failed-precondition',
    )
    expect(sentence).toMatch(
      /^Somebody is paying for a vote, until \S+ \d\d:\d\d UTC at the latest: only a later closing can be set\.$/,
    )
    const url = `/api/checkouts/${ref}/cancel`
    expect((await ada.call({ method: 'POST', url })).statusCode).toBe(200)
    expect(await readChoice()).not.toHaveProperty('payable')
    expect(await readChoice()).toMatchObject({ voted: false })
    expect((await patch(id, { options: ['A', 'B'] })).statusCode).toBe(200)
    expect(await refuse(optionIds[0] ?? '')).toBe('What you voted for is not there any more.')
  })

  test('once a vote is paid, only a later closing can be set; the audit tells it', async () => {
    const { id, optionIds } = await create()
    expect((await patch(id, { ...BODY, question: 'Whose name?' })).statusCode).toBe(200)
    await vote('stripe', 500, optionIds[0])
    expect(await readChoice()).toMatchObject({ voted: true })
    expect(await readChoice()).not.toHaveProperty('payable')
    expect(expectError(await patch(id, { options: ['A', 'B'] }), 409, 'failed-precondition')).toBe(
      'Somebody has voted: only a later closing can be set.',
    )
    expect(expectError(await patch(id, { closesAt: at(30) }), 409, 'failed-precondition')).toBe(
      'Somebody has voted: its closing can only be later, or now.',
    )
    expect((await patch(id, { closesAt: at(90) })).statusCode).toBe(200)
    expect(expectError(await post(`/${id}/withdraw`), 409, 'failed-precondition')).toBe(
      'It is open: close it first.',
    )
    for (const path of ['end', 'withdraw']) {
      expect((await post(`/${id}/${path}`)).statusCode).toBe(200)
    }
    expect(expectError(await patch(id, { closesAt: at(90) }), 409, 'failed-precondition')).toBe(
      'The choice is closed.',
    )
    await expect.poll(async () => (await list()).choices).toEqual([])
    const audit = auditPageSchema.parse(
      (await host.call({ url: `/api/host/audit?subject=${id}` })).json(),
    )
    expect(audit.entries.map(({ action }) => action)).toEqual([
      'choice.withdrawn',
      'choice.ended',
      'choice.extended',
      'choice.edited',
      'choice.created',
    ])
  })

  test('a closed choice shows its result for a day', async () => {
    await create()
    aheadMs = 60 * MINUTE
    bus.publish()
    await expect.poll(async () => (await list()).choices.length).toBe(1)
    aheadMs = 25 * 60 * MINUTE
    bus.publish()
    await expect.poll(async () => (await list()).choices.length).toBe(0)
    await expect.poll(async () => read('/api/campaign')).not.toHaveProperty('choices')
  })

  test('a host reads what is wrong with a choice', async () => {
    const wrong: [fields: object, sentence: string][] = [
      [{ question: ' ' }, 'The question must have 1 to 80 characters.'],
      [{ options: ['One'] }, 'A choice must have 2 to 12 options.'],
      [{ options: Array.from({ length: 13 }, String) }, 'A choice must have 2 to 12 options.'],
      [{ options: ['One', 'one '] }, 'Each option must differ from the others.'],
      [{ options: ['One', ''] }, 'Each option must have 1 to 60 characters.'],
      [{ closesAt: 'soon' }, 'The closing must be an instant such as 2026-12-01T20:00:00Z.'],
    ]
    for (const [fields, sentence] of wrong) {
      const answer = await post('', { ...BODY, opensAt: at(0), closesAt: at(60), ...fields })
      expect(expectError(answer, 400, 'invalid-argument')).toBe(sentence)
    }
  })

  test('only an owner makes choices, and at most four are open at once', async () => {
    const body = { ...BODY, opensAt: at(-1), closesAt: at(60) }
    expectError(await post('', body, ada), 403, 'permission-denied')
    const refused = async (fields: object) =>
      expectError(await post('', { ...body, ...fields }), 409, 'failed-precondition')
    expect(await refused({ closesAt: at(-2) })).toBe('It must close after its opening.')
    expect(await refused({ opensAt: at(-9), closesAt: at(-2) })).toBe('Its closing is in the past.')
    for (let count = 0; count < 4; count += 1) await create()
    expect(await refused({})).toBe('At most 4 choices can be open at the same time.')
    expect((await post('', { ...body, opensAt: at(61), closesAt: at(90) })).statusCode).toBe(200)
    expectError(await post('/none/end'), 404, 'not-found')
  })

  test('one choice beside several that follow each other is no choice too many', async () => {
    for (let count = 0; count < 4; count += 1)
      await create({ opensAt: at(10 * count), closesAt: at(10 * count + 9) })
    expect((await post('', { ...BODY, opensAt: at(-1), closesAt: at(60) })).statusCode).toBe(200)
  })
})
