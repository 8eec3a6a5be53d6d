import fc from 'fast-check'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { OPERATOR } from '#server/features/audit/audit.ts'
import { createChoice } from '#server/features/choices/choices-store.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { changeOwnTexts } from '#server/features/names/store.ts'
import { LiveSumsReader } from '#server/features/live-sums/live-sums.ts'
import { changeMatch, createMatch, stopMatch } from '#server/features/matching/matches-store.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { LedgerKind } from '#server/infra/database/schema/schema.ts'
import type { Movement } from '#server/payments/provider.ts'
import { buildCapture, buildCheckout } from '../helpers/databases/builders.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const START = Date.parse('2026-12-01T20:00:00Z')
const LENGTH = 60 * 60_000
const at = (ms: number) => new Date(START + ms).toISOString()

let closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.toReversed()) await close()
  closing = []
})

const instant = fc.oneof(
  fc.integer({ min: -60_000, max: LENGTH + 60_000 }),
  fc.constantFrom(-1, 0, 1, LENGTH / 2 - 1, LENGTH / 2, LENGTH - 1, LENGTH),
)

const gift = fc.record({
  kind: fc.constant('give' as const),
  option: fc.constantFrom(0, 1, 2, undefined),
  amountCents: fc.integer({ min: 100, max: 2_000 }),
  name: fc.constantFrom('Ada', 'Anonymous', null),
  capturedMs: instant,
})

const naming = fc.record({
  kind: fc.constant('name' as const),
  nth: fc.nat(),
  displayName: fc.constantFrom('Bo', null),
  atMs: instant,
})

const movement = fc.record({
  kind: fc.constant('move' as const),
  nth: fc.nat(),
  of: fc.constantFrom<Exclude<LedgerKind, 'capture'>>(
    'refund',
    'refund_reversal',
    'dispute_open',
    'dispute_won',
    'dispute_lost',
  ),
  object: fc.constantFrom('a', 'b'),
  part: fc.constantFrom(0.25, 0.5, 1),
})

/** Steps of one moment: they reach the database at the same time, over two nodes. */
const moment = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: gift },
    { weight: 2, arbitrary: movement },
    { weight: 2, arbitrary: naming },
  ),
  {
    minLength: 1,
    maxLength: 6,
  },
)

const rules = fc.record({
  ratePercent: fc.constantFrom(1, 33, 50, 100, 250),
  capCents: fc.constantFrom(100, 333, 1_500, 100_000),
})

type Step = (typeof moment extends fc.Arbitrary<infer Value> ? Value : never)[number]

interface Given {
  checkout: ReturnType<typeof buildCheckout>
  capturedAt: number
  /** The payer's given name. */
  givenName: string | null
  name: string | null
  /** When it got its name while it had none, Unix ms; else 0. */
  namedAt: number
  optionId: string | null
  movements: Movement[]
}

/** Computes the sums from the ledger's entries, as their definitions say. */
async function recompute(database: Database, gifts: readonly Given[]) {
  const entries = await database.reader.selectFrom('ledger_entries').selectAll().execute()
  const lefts = gifts.map((one) => {
    const own = entries.filter((entry) => entry.checkout_id === one.checkout.id)
    const net = own.reduce((sum, { kind, amount_cents: cents }) => {
      if (kind === 'dispute_lost') return sum
      const adds = kind === 'capture' || kind === 'refund_reversal' || kind === 'dispute_won'
      return sum + (adds ? cents : -cents)
    }, 0)
    return { ...one, cents: one.name === null ? 0 : Math.max(0, net) }
  })
  return {
    // Both end: what only then got its name, and so came onto the board, does not count.
    votes: (optionId: string) =>
      sum(lefts.filter((one) => one.optionId === optionId && one.namedAt < START + LENGTH)),
    within: (from: number, to: number) =>
      sum(lefts.filter((one) => one.capturedAt >= from && one.capturedAt < to && one.namedAt < to)),
  }
}

function sum(gifts: readonly { cents: number }[]): number {
  return gifts.reduce((all, { cents }) => all + cents, 0)
}

describe.each(DATABASES)('the sums of choices and matches on $name', ({ name, openTwice }) => {
  async function openNodes(clock: () => number = () => START + LENGTH / 2) {
    const nodes = await openTwice()
    closing.push(async () => {
      await Promise.all([...new Set(nodes)].map((node) => node.close()))
    })
    return { nodes, database: nodes[0], start: (node: number) => startReader(nodes[node], clock) }
  }

  function startReader(database: Database | undefined, clock: () => number): LiveSumsReader {
    if (database === undefined) throw new Error('There is no such node.')
    const reader = new LiveSumsReader({
      database,
      bus: createMemoryBus(),
      livemode: 0,
      clock,
      schedule: () => () => {},
      logger: pino({ level: 'silent' }),
    })
    closing.push(() => reader.close())
    return reader
  }

  async function ask(database: Database, labels = ['Ada', 'Bo', 'Cy']) {
    const request = {
      question: 'Which name?',
      options: labels,
      opensAt: at(0),
      closesAt: at(LENGTH),
    }
    await database.write(createChoice, { livemode: 0, actor: OPERATOR, at: START, request })
    const options = await database.reader
      .selectFrom('choice_options')
      .selectAll()
      .orderBy('position')
      .execute()
    return { choiceId: options[0]?.choice_id ?? '', optionIds: options.map(({ id }) => id) }
  }

  async function promise(
    database: Database,
    { fromMs = 0, toMs = LENGTH, ratePercent = 100, capCents = 1_000 } = {},
  ): Promise<string> {
    const request = {
      sponsor: 'Acme',
      ratePercent,
      capCents,
      startsAt: at(fromMs),
      endsAt: at(toMs),
    }
    const action = { livemode: 0 as const, actor: OPERATOR, at: START }
    const outcome = await database.write(createMatch, { ...action, request })
    if (!('id' in outcome)) throw new Error(JSON.stringify(outcome))
    return outcome.id
  }

  async function give(
    database: Database,
    gifts: Given[],
    step: Extract<Step, { kind: 'give' }>,
    optionId: string | null,
  ) {
    const checkout = buildCheckout({ amount_cents: step.amountCents, option_id: optionId })
    const one = {
      checkout,
      capturedAt: START + step.capturedMs,
      givenName: step.name,
      name: step.name,
      namedAt: 0,
      optionId,
      movements: [],
    }
    await database.write(insertCheckouts, checkout)
    await book(database, one)
    // What moves in the same moment are gifts of earlier ones.
    gifts.push(one)
  }

  function book(
    database: Database,
    { checkout, capturedAt, givenName, optionId, movements }: Given,
  ) {
    return database.write(
      bookCaptures,
      buildCapture(checkout, {
        name: givenName,
        capturedAt,
        optionId,
        timestamp: capturedAt + 1,
        movements: [...movements],
      }),
    )
  }

  async function move(database: Database, gifts: Given[], step: Extract<Step, { kind: 'move' }>) {
    const one = gifts[step.nth % gifts.length]
    if (one === undefined) return
    const amountCents = Math.max(1, Math.floor(one.checkout.amount_cents * step.part))
    const objectId = `${step.object}_${one.checkout.id}`
    one.movements.push({ kind: step.of, objectId, amountCents })
    await book(database, one)
  }

  async function rename(
    database: Database,
    gifts: Given[],
    { nth, displayName, atMs }: Extract<Step, { kind: 'name' }>,
  ) {
    const one = gifts[nth % gifts.length]
    if (one === undefined) return
    const { donation_id: donationId, user_id: userId } = one.checkout
    const choice = { displayName }
    const at = START + atMs
    const shown = displayName ?? one.givenName
    if (one.name === null && shown !== null) one.namedAt = at
    one.name = shown
    await database.write(changeOwnTexts, { donationId, userId, livemode: 0, choice, at })
  }

  test(
    'are those of a naive recomputation after any history, and no match passes its cap',
    { timeout: 180_000 },
    async () => {
      const history = fc.tuple(rules, rules, fc.array(moment, { maxLength: 6 }))
      await fc.assert(
        fc.asyncProperty(history, async ([first, second, moments]) => {
          try {
            await play(first, second, moments)
          } finally {
            for (const close of closing.splice(0).toReversed()) await close()
          }
        }),
        // A failure on PostgreSQL would take minutes to shrink.
        { numRuns: name === 'SQLite' ? 15 : 3, endOnFailure: name !== 'SQLite' },
      )
    },
  )

  async function play(
    first: { ratePercent: number; capCents: number },
    second: { ratePercent: number; capCents: number },
    moments: readonly (readonly Step[])[],
  ): Promise<void> {
    const { nodes, database, start } = await openNodes()
    const { choiceId, optionIds } = await ask(database)
    const matches = [
      { id: await promise(database, first), fromMs: 0, toMs: LENGTH, ...first },
      {
        id: await promise(database, { ...second, fromMs: -30_000, toMs: LENGTH / 2 }),
        fromMs: -30_000,
        toMs: LENGTH / 2,
        ...second,
      },
    ]
    // One follows from the beginning, and one begins after each moment.
    const follower = start(0)
    const gifts: Given[] = []
    for (const steps of [[], ...moments]) {
      const work = steps.map((step, index) => {
        const node = nodes[index % 2] ?? database
        if (step.kind === 'move') return move(node, gifts, step)
        if (step.kind === 'name') return undefined
        const optionId = step.option === undefined ? null : (optionIds[step.option] ?? null)
        return give(node, gifts, step, optionId)
      })
      await Promise.all([...work, follower.catchUp()])
      // One after the other, since of two at the same moment nobody knows which is the last.
      for (const step of steps) if (step.kind === 'name') await rename(database, gifts, step)
      const newcomer = start(1)
      await Promise.all([follower.catchUp(), newcomer.catchUp()])
      const expected = await recompute(database, gifts)
      for (const { current } of [follower, newcomer]) {
        expect(current?.choices).toEqual({ [choiceId]: optionIds.map(expected.votes) })
        for (const { id, fromMs, toMs, ratePercent, capCents } of matches) {
          const countedCents = expected.within(START + fromMs, START + toMs)
          const all = Math.floor((countedCents * ratePercent) / 100)
          const matched = { countedCents, matchedCents: all > capCents ? capCents : all }
          expect(current?.matches[id]).toEqual(matched)
        }
      }
    }
  }

  test('do not exist before a host has made something, and are empty once it is gone', async () => {
    const now = { ms: 0 }
    const { database, start } = await openNodes(() => START + now.ms)
    const reader = start(0)
    await reader.catchUp()
    expect(reader.current).toBeUndefined()
    await ask(database)
    await reader.catchUp()
    expect(Object.values(reader.current?.choices ?? {})).toEqual([[0, 0, 0]])
    now.ms = LENGTH + 24 * 60 * 60_000
    await reader.catchUp()
    expect(reader.current?.choices).toEqual({})
    const later = start(1)
    await later.catchUp()
    expect(later.current?.choices).toEqual({})
  })

  test('are news only when they change', async () => {
    const { database, start } = await openNodes()
    const { optionIds } = await ask(database)
    const reader = start(0)
    const told: number[] = []
    await reader.catchUp()
    reader.onChange((sums) => told.push(sums.version))
    const gifts: Given[] = []
    const plain = { kind: 'give', amountCents: 500, name: 'Ada', capturedMs: 5, option: 0 } as const
    await give(database, gifts, plain, null)
    await reader.catchUp()
    expect(told).toEqual([])
    await give(database, gifts, plain, optionIds[1] ?? null)
    await reader.catchUp()
    expect(told).toHaveLength(1)
  })

  test('follow a match whose end, rate or cap a host changes', async () => {
    const { database, start } = await openNodes()
    const id = await promise(database, { toMs: LENGTH, capCents: 300 })
    const gifts: Given[] = []
    const early = { kind: 'give', amountCents: 500, name: 'Ada', capturedMs: 5, option: 0 } as const
    await give(database, gifts, early, null)
    await give(database, gifts, { ...early, capturedMs: LENGTH }, null)
    const reader = start(0)
    await reader.catchUp()
    expect(reader.current?.matches[id]).toEqual({ countedCents: 500, matchedCents: 300 })
    const action = { livemode: 0 as const, actor: OPERATOR, id }
    const change = { capCents: 5_000, endsAt: at(2 * LENGTH) }
    await database.write(changeMatch, { ...action, at: START + 10, change })
    await reader.catchUp()
    expect(reader.current?.matches[id]).toEqual({ countedCents: 1_000, matchedCents: 1_000 })
    await database.write(stopMatch, { ...action, at: START + 6 })
    await reader.catchUp()
    expect(reader.current?.matches[id]).toEqual({ countedCents: 500, matchedCents: 500 })
  })
})
