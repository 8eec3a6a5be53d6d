import { OPERATOR } from '#server/features/audit/audit.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ownPaymentsSchema, type OwnPayment, type OwnPayments } from '#contract/me.ts'
import type { ConfirmedCapture } from '#server/features/ledger/ledger.ts'
import { deleteTestDonations } from '#server/features/ledger/store.ts'
import { expectError, openTestApp, type TestApp, type TestDonor } from '#tests/helpers/app/app.ts'
import { giveTexts } from '#tests/helpers/app/give-texts.ts'
import { setScreening } from '#tests/helpers/app/screening.ts'
import { buildCheckout } from '#tests/helpers/databases/builders.ts'
import { give, requireUserId } from '#tests/helpers/app/gifts.ts'
import { insertCheckouts } from '#server/features/checkouts/store.ts'

let server: TestApp
let ada: TestDonor
let bo: TestDonor

beforeEach(async () => {
  server = await openTestApp()
  ada = await server.signUp('ada@donor.example')
  bo = await server.signUp('bo@donor.example')
})

afterEach(() => server.close())

async function list(donor: TestDonor, query = ''): Promise<OwnPayments> {
  const answer = await donor.call({ url: `/api/me/donations${query}` })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  return ownPaymentsSchema.strict().parse(answer.json())
}

const moved = (kind: ConfirmedCapture['movements'][number]['kind'], amountCents: number) => ({
  movements: [{ kind, objectId: 'object', amountCents }],
})

const briefly = ({ state, amountCents, countedCents, refundedCents }: OwnPayment) => [
  state,
  amountCents,
  countedCents,
  refundedCents,
]

describe('my donations', () => {
  test('are for nobody without a session', async () => {
    expectError(await server.call({ url: '/api/me/donations' }), 401, 'unauthenticated')
  })

  test('are none at first, also where others gave', async () => {
    await give(server, bo, { amountCents: 500 })
    expect(await list(ada)).toEqual({ donations: [], next: null })
  })

  test('come newest first, with provider, place and receipt number', async () => {
    const [first] = await give(server, ada, { amountCents: 500 })
    await give(server, bo, { amountCents: 900 })
    const [last] = await give(server, ada, { amountCents: 700, name: null })
    const { donations } = await list(ada)
    expect(donations).toMatchObject([
      { id: last, name: null, position: null, receiptNumber: last },
      { id: first, name: 'Ada', position: 2, receiptNumber: first, provider: 'stripe' },
    ])
  })

  test('say what became of the money', async () => {
    await give(server, ada, { amountCents: 100 })
    await give(server, ada, { amountCents: 200, ...moved('refund', 50) })
    await give(server, ada, { amountCents: 300, ...moved('refund', 300) })
    await give(server, ada, { amountCents: 400, ...moved('dispute_open', 400) })
    await give(server, ada, { amountCents: 500, ...lostDispute(500) })
    await give(server, ada, { amountCents: 600, ...wonDispute(600) })
    expect((await list(ada)).donations.map(briefly)).toEqual([
      ['counted', 600, 600, 0],
      ['charged_back', 500, 0, 0],
      ['disputed', 400, 0, 0],
      ['refunded', 300, 0, 300],
      ['part_refunded', 200, 150, 50],
      ['counted', 100, 100, 0],
    ])
  })

  test('show what waits, without a receipt, and nothing that was never paid', async () => {
    const user_id = await requireUserId(server, ada)
    for (const state of ['processing', 'review', 'expired', 'awaiting_payer'] as const) {
      await server.database.write(insertCheckouts, buildCheckout({ user_id, state }))
    }
    const { donations } = await list(ada)
    // Those of the same millisecond have no order.
    expect(donations.map(({ state }) => state).toSorted()).toEqual(['in_review', 'on_its_way'])
    for (const donation of donations) {
      expect(donation).toMatchObject({ countedCents: 0, receiptNumber: null, position: null })
    }
  })

  test('keep test donations that were deleted, as such', async () => {
    await give(server, ada, { amountCents: 500 })
    await server.database.write(deleteTestDonations, { at: 2_000, actor: OPERATOR })
    expect((await list(ada)).donations.map(briefly)).toEqual([['deleted', 500, 0, 0]])
  })

  test('come in pages that miss none and repeat none', async () => {
    for (const amountCents of [100, 200, 300, 400, 500]) await give(server, ada, { amountCents })
    const amounts: number[] = []
    let next: string | null = ''
    while (next !== null) {
      const query: string = next === '' ? '?limit=2' : `?limit=2&before=${next}`
      const page = await list(ada, query)
      amounts.push(...page.donations.map(({ amountCents }) => amountCents))
      next = page.next
    }
    // Those of the same millisecond have no order.
    expect(amounts.toSorted((one, other) => one - other)).toEqual([100, 200, 300, 400, 500])
  })

  test('have the own texts also while nobody else sees them', async () => {
    await setScreening(server, { mode: 'hold', messages: true })
    await giveTexts(server, { donor: ada, texts: { displayName: 'Countess', message: 'Hi' } })
    const shown = await server.call({ url: '/api/donations' })
    expect(shown.json()).toMatchObject({ donations: [{ name: 'A donor' }] })
    expect((await list(ada)).donations).toMatchObject([
      {
        name: 'Countess',
        message: 'Hi',
        texts: { displayName: 'Countess', anonymous: false, message: 'Hi', state: 'waiting' },
      },
    ])
  })

  test('are not listed from a place that this server never gave', async () => {
    const answer = await ada.call({ url: '/api/me/donations?before=%3Cscript%3E' })
    expect(expectError(answer, 400, 'invalid-argument')).toBe(
      'This place in your list is unknown: start again from the newest donation.',
    )
  })
})

const lostDispute = (amountCents: number) => dispute(amountCents, 'dispute_lost')
const wonDispute = (amountCents: number) => dispute(amountCents, 'dispute_won')

function dispute(amountCents: number, end: 'dispute_lost' | 'dispute_won') {
  const objectId = 'dispute'
  return {
    movements: [
      { kind: 'dispute_open' as const, objectId, amountCents },
      { kind: end, objectId, amountCents },
    ],
  }
}
