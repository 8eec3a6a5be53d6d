import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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
import { buildCheckout } from '../helpers/databases/builders.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const START = Date.parse('2026-12-01T20:00:00Z')
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
    const checkout = { ...buildCheckout({ option_id: optionId, livemode }), created_at: START + ms }
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

  test('a first vote and a change of the options never pass each other', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, optionId } = await ask(`Round ${round}?`)
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
  })
})
