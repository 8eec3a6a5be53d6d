import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TeamSum, type DonorShare } from './team-sum.ts'

const share = fc.record({
  amountCents: fc.integer({ min: 1, max: 9 }),
  namedCents: fc.constant(0),
  heldCents: fc.constant(0),
  nameSequence: fc.constant(null),
  heldSequence: fc.constant(null),
})
const NAMELESS = { namedCents: 0, heldCents: 0, nameSequence: null, heldSequence: null }

test('a sum is that of its donors, whatever became of them', () => {
  const step = fc.record({ donor: fc.integer({ min: 0, max: 6 }), share: fc.option(share) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const team = new TeamSum()
      const shares = new Map<string, DonorShare>()
      for (const [index, { donor, share: given }] of steps.entries()) {
        const next = given === null ? undefined : { ...given, sequence: index + 1 }
        team.set(`d${donor}`, next)
        if (next === undefined) shares.delete(`d${donor}`)
        else shares.set(`d${donor}`, next)
        const all = [...shares.values()]
        const amountCents = all.reduce((sum, one) => sum + one.amountCents, 0)
        expect(team.amountCents).toBe(amountCents)
        expect(team.size).toBe(all.length)
        expect(team.averageCents).toBe(all.length === 0 ? 0 : Math.floor(amountCents / all.length))
        expect(team.sequence).toBe(Math.max(0, ...all.map(({ sequence }) => sequence)))
      }
    }),
  )
})

test('the brightest of very many stars are those for which most was given, the earlier of equals first', () => {
  const amounts = Array.from({ length: 2_000 }, (_, index) => 1 + ((index * 7_919) % 400))
  const team = new TeamSum()
  for (const [index, amountCents] of amounts.entries()) {
    team.set(`d${index}`, { ...NAMELESS, amountCents, sequence: index + 1 })
  }
  const expected = amounts
    .map((amountCents, index) => ({ amountCents, sequence: index + 1 }))
    .toSorted((a, b) => b.amountCents - a.amountCents || a.sequence - b.sequence)
    .slice(0, 120)
  expect(team.brightest(120)).toMatchObject(expected)
})

test('what a donor gave without their name is a star of its own, behind named equals', () => {
  const team = new TeamSum()
  const ada = { ...NAMELESS, amountCents: 1_500, sequence: 7 }
  team.set('ada', { ...ada, namedCents: 500, nameSequence: 2 })
  const bo = { ...NAMELESS, amountCents: 1_000, sequence: 9 }
  team.set('bo', { ...bo, namedCents: 1_000, nameSequence: 9 })
  expect(team.brightest(120)).toMatchObject([
    { amountCents: 1_000, nameSequence: 9 },
    { amountCents: 1_000, nameSequence: null },
    { amountCents: 500, nameSequence: 2 },
  ])
  expect(team).toMatchObject({ size: 2, amountCents: 2_500, averageCents: 1_250 })
})

test('what a donor gave with a held name is a star of its own, too', () => {
  const team = new TeamSum()
  const names = { namedCents: 500, nameSequence: 2, heldCents: 700, heldSequence: 5 }
  team.set('ada', { ...names, amountCents: 2_000, sequence: 7 })
  expect(team.brightest(120)).toMatchObject([
    { amountCents: 800, nameSequence: null },
    { amountCents: 700, nameSequence: 5 },
    { amountCents: 500, nameSequence: 2 },
  ])
})
