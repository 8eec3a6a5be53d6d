import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CheckoutState } from '#contract/checkout-states.ts'
import { NO_TEAMS } from '#server/features/donor-teams/donor-teams.ts'
import { OPERATOR } from '#server/features/audit/audit.ts'
import { beginCheckouts } from '#server/features/checkouts/begin/begin-store.ts'
import {
  cancelChoice,
  changeChoice,
  createChoice,
  endChoice,
} from '#server/features/choices/choices-store.ts'
import { NO_POLICY } from '#server/features/spending-limits/spending-limits.ts'
import type { Database } from '#server/infra/database/database.ts'
import { findChoice } from '#server/features/choices/choice-reads.ts'
import { bookCaptures } from '#server/features/checkouts/store.ts'
import { sumVotes } from '#server/features/ledger/ledger.ts'
import { buildCapture, buildCheckout } from '../helpers/databases/builders.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const START = Date.parse('2026-12-01T20:00:00Z')
const HOUR = 60 * 60_000
const at = (ms: number) => new Date(START + ms).toISOString()

describe.each(DATABASES)('votes on $name', ({ openTwice }) => {
  let nodes: [Database, Database]

  beforeEach(async () => {
    nodes = await openTwice()
  })

  afterEach(async () => {
    await Promise.all([...new Set(nodes)].map((node) => node.close()))
  })

  const action = (ms: number) => ({ livemode: 0 as const, actor: OPERATOR, at: START + ms })

  async function ask(question: string) {
    const request = { question, options: ['Nautilus', 'Argo'], opensAt: at(0), closesAt: at(1_000) }
    const outcome = await nodes[0].write(createChoice, { ...action(0), request })
    if (!('id' in outcome)) throw new Error(JSON.stringify(outcome))
    const options = await nodes[0].reader
      .selectFrom('choice_options')
      .selectAll()
      .where('choice_id', '=', outcome.id)
      .orderBy('position')
      .execute()
    return { id: outcome.id, optionId: options[0]?.id ?? '' }
  }

  async function begin(node: Database, optionId: string, ms: number, livemode: 0 | 1 = 0) {
    const checkout = buildCheckout({
      option_id: optionId,
      livemode,
      state: 'created',
      created_at: START + ms,
      expires_at: START + ms + HOUR,
    })
    const team = { id: undefined, policy: NO_TEAMS }
    const write = { checkout, addressKey: null, proof: null, policy: NO_POLICY, team }
    return (await node.write(beginCheckouts, write)).is
  }

  const countStored = async () =>
    (await nodes[0].reader.selectFrom('checkouts').select('id').execute()).length

  test('count by the instant at which their payment begins, and in their own mode', async () => {
    const { id, optionId } = await ask('Which name?')
    const [one, other] = nodes
    expect(await begin(one, optionId, -1)).toBe('no-vote')
    expect(await begin(one, optionId, 0)).toBe('admitted')
    expect(await begin(other, optionId, 999)).toBe('admitted')
    expect(await begin(other, optionId, 1_000)).toBe('no-vote')
    expect(await begin(other, optionId, 500, 1)).toBe('no-vote')
    await one.write(endChoice, { ...action(600), id })
    expect(await begin(other, optionId, 599)).toBe('admitted')
    expect(await begin(other, optionId, 600)).toBe('no-vote')
    expect(await countStored()).toBe(3)
  })

  test('a refused vote of the other mode, or of what is cancelled, leaves the options free', async () => {
    const { id, optionId } = await ask('Which name?')
    expect(await begin(nodes[0], optionId, 1, 1)).toBe('no-vote')
    const change = { options: ['Red', 'Green'] }
    expect(await nodes[0].write(changeChoice, { ...action(2), id, change })).toEqual({ id })
  })

  /** Gives all payments the state that their providers have told. */
  async function move(state: CheckoutState): Promise<void> {
    await nodes[0].autocommit.updateTable('checkouts').set({ state }).execute()
  }

  const readOptionIds = async (choiceId: string) => {
    const known = await findChoice(nodes[0].reader, 0, choiceId)
    return known?.options.map(({ id }) => id) ?? []
  }

  test.each<[state: CheckoutState, sentence: string | undefined]>([
    ['created', 'Somebody is paying for a vote, until 2026-12-01 21:01 UTC at the latest'],
    ['awaiting_payer', 'Somebody is paying for a vote, until 2026-12-01 21:01 UTC at the latest'],
    ['processing', 'Somebody is paying for a vote'],
    ['review', 'Somebody is paying for a vote'],
    ['paid', 'Somebody has voted'],
    ['failed', undefined],
    ['expired', undefined],
    ['cancelled', undefined],
  ])(
    'a vote whose payment is %s fixes question and options if it can be paid',
    async (state, sentence) => {
      const { id, optionId } = await ask('Which name?')
      expect(await begin(nodes[0], optionId, 1)).toBe('admitted')
      await move(state)
      const change = { options: ['Red', 'Green'] }
      expect(await nodes[1].write(changeChoice, { ...action(3), id, change })).toEqual(
        sentence === undefined
          ? { id }
          : { refused: `${sentence}: only a later closing can be set.` },
      )
      expect((await readOptionIds(id)).includes(optionId)).toBe(sentence !== undefined)
    },
  )

  test('what ended unpaid and is paid after all votes for no other question', async () => {
    const { id, optionId } = await ask('Which name?')
    await begin(nodes[0], optionId, 1)
    await move('cancelled')
    const change = { question: 'Whose name?' }
    expect(await nodes[0].write(changeChoice, { ...action(3), id, change })).toEqual({ id })
    expect(await readOptionIds(id)).not.toContain(optionId)
    const late = await nodes[0].reader.selectFrom('checkouts').selectAll().executeTakeFirstOrThrow()
    await nodes[0].write(bookCaptures, buildCapture(late, { optionId }))
    const closings = new Map((await readOptionIds(id)).map((one) => [one, START + 1_000]))
    expect(await sumVotes(nodes[0].reader, 0, closings)).toEqual(new Map())
    expect(
      await nodes[0].write(changeChoice, {
        ...action(4),
        id,
        change: { options: ['Red', 'Green'] },
      }),
    ).toEqual({ id })
    expect(await begin(nodes[0], optionId, 5)).toBe('no-vote')
  })

  test.each([[false], [true]])(
    'a vote and a change of the options never pass each other, after an unpaid vote: %s',
    async (isAfterOther) => {
      for (let round = 0; round < 6; round += 1) {
        const { id, optionId } = await ask(`Round ${round}?`)
        if (isAfterOther) {
          await begin(nodes[0], optionId, 0)
          await move('failed')
        }
        const before = await countStored()
        const change = { options: ['Red', 'Green'] }
        const [began, changed] = await Promise.all([
          begin(nodes[0], optionId, 1),
          nodes[1].write(changeChoice, { ...action(1), id, change }),
        ])
        const isVoted = began === 'admitted'
        expect('id' in changed).toBe(!isVoted)
        expect(await countStored()).toBe(before + (isVoted ? 1 : 0))
        const still = await nodes[0].reader
          .selectFrom('choice_options')
          .select('id')
          .where('id', '=', optionId)
          .execute()
        expect(still).toHaveLength(isVoted ? 1 : 0)
        await nodes[0].write(cancelChoice, { ...action(2), id })
      }
    },
  )
})
