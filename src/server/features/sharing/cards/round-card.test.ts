import { expect, test } from 'vitest'
import type { Crown, Recap } from '#contract/crowns.ts'
import { buildRound } from '#tests/helpers/rounds/build-round.ts'
import { toRoundCard } from './round-card.ts'

const AT = '2026-12-01T20:00:00.000Z'

function hold(kind: Crown['kind'], rows: string[]): Crown {
  return {
    kind,
    name: 'Theo',
    rows,
    since: AT,
    value: 1,
    isGrowing: false,
    history: [],
    changes: 1,
  }
}

function build(crowns: Crown[]): Recap {
  return {
    now: AT,
    round: buildRound({
      name: 'Spring',
      startsAt: AT,
      endsAt: AT,
      results: 1,
    }),
    ranks: 'donor',
    startsAt: AT,
    endsAt: AT,
    total: { count: 3, amountCents: 2_500 },
    course: [{ at: AT, cents: [1_500] }],
    reigns: [{ name: 'Theo', from: AT, to: null, value: 1_500 }],
    reignCount: 1,
    closest: null,
    leap: null,
    crowns,
  }
}

test('the card of a round shows the other crowns that its winner has there', () => {
  const crowns = [hold('reigning', ['theo']), hold('first', ['t1', 'theo']), hold('leap', ['mira'])]
  const card = toRoundCard(build(crowns), { line: 'For a lifeboat', shown: {} })
  expect(card).toMatchObject({
    rank: { name: 'Theo', crowns: ['First of the round'] },
    line: 'Won “Spring” · For a lifeboat',
  })
})

test('without crowns there is no line for them', () => {
  expect(toRoundCard(build([]), { line: '', shown: {} })?.rank).not.toHaveProperty('crowns')
})
