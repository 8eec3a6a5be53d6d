import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noteDeclines } from '#server/features/card-testing/card-testing.ts'
import { beginCheckouts } from '#server/features/checkouts/begin/begin-store.ts'
import { NO_TEAMS } from '#server/features/donor-teams/donor-teams.ts'
import { NO_POLICY } from '#server/features/spending-limits/spending-limits.ts'
import type { Database } from '#server/infra/database/database.ts'
import { buildCheckout } from '../helpers/databases/builders.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const FREE_CHECKOUTS = 20
const NOW = Date.UTC(2027, 0, 15)
const PROOF = { id: 'nonce', level: 5, expiresAt: NOW + 60_000 }

describe.each(DATABASES)('the limits against card testing on $name', ({ openTwice }) => {
  let nodes: [Database, Database]

  beforeEach(async () => {
    nodes = await openTwice()
  })

  afterEach(async () => {
    await Promise.all([...new Set(nodes)].map((node) => node.close()))
  })

  function begin(index: number, { userId = 'ada', proof = null as typeof PROOF | null } = {}) {
    const checkout = buildCheckout({ user_id: userId, created_at: NOW })
    const [one, other] = nodes
    const node = index % 2 === 0 ? one : other
    const team = { id: undefined, policy: NO_TEAMS }
    const wish = { checkout, addressKey: 'hall', proof, policy: NO_POLICY, team }
    return node.write(beginCheckouts, wish)
  }

  const beginMany = (count: number, options?: Parameters<typeof begin>[1]) =>
    Promise.all(Array.from({ length: count }, (_, index) => begin(index, options)))

  test('two nodes let an account begin exactly twenty checkouts between them', async () => {
    const admissions = await beginMany(50)
    const admitted = admissions.filter(({ is }) => is === 'admitted')
    expect(admitted).toHaveLength(FREE_CHECKOUTS)
    expect(admissions).toContainEqual({ is: 'proof-needed', level: 1 })
  })

  test('two nodes take a proof once between them', async () => {
    await beginMany(FREE_CHECKOUTS)
    const admissions = await beginMany(10, { proof: PROOF })
    expect(admissions.filter(({ is }) => is === 'admitted')).toHaveLength(1)
  })

  test('many accounts begin at once on two nodes', async () => {
    const accounts = Array.from({ length: 40 }, (_, index) => `account-${index % 20}`)
    const admissions = await Promise.all(accounts.map((userId, index) => begin(index, { userId })))
    expect(new Set(admissions.map(({ is }) => is))).toEqual(new Set(['admitted']))
  })

  test('a decline that two nodes are told of counts once', async () => {
    const decline = { key: 'evt_1', checkoutId: 'c1', userId: 'ada', at: NOW, now: NOW }
    const noted = await Promise.all(nodes.map((node) => node.write(noteDeclines, decline)))
    expect(noted.filter(({ isNew }) => isNew)).toHaveLength(1)
  })

  test('thirty declines raise the alarm, once', async () => {
    const declines = Array.from({ length: 60 }, (_, index) => ({
      key: `evt_${index}`,
      checkoutId: 'c1',
      userId: `account-${index}`,
      at: NOW,
      now: NOW,
    }))
    const [one, other] = nodes
    const noted = await Promise.all(
      declines.map((decline, index) =>
        (index % 2 === 0 ? one : other).write(noteDeclines, decline),
      ),
    )
    expect(noted.filter(({ isAlarming }) => isAlarming)).toHaveLength(1)
    expect(await begin(0, { userId: 'fresh' })).toEqual({ is: 'proof-needed', level: 1 })
  })
})
