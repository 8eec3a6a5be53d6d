import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CrownFold, type FoldRules } from './crown-fold.ts'
import { FoldJournal } from './fold-journal.ts'
import { viewFold } from './fold-view.ts'
import type { Gift } from './gift.ts'

const DAY = 86_400_000

interface Won {
  at: number
  sequence: number
  value: number
}

/** Works out the crowns as their rules say: from all boards that there ever were, one by one. */
function workOut(gifts: readonly Gift[], rules: FoldRules, now: number) {
  const sorted = gifts.toSorted((a, b) => a.at - b.at || a.sequence - b.sequence)
  const boards = sorted.map((_, index) => rankAll(sorted.slice(0, index + 1), rules.ranks))
  const sums = sorted.map((_, index) => sumUp(sorted.slice(0, index + 1)))
  return {
    reigning: listReigns(sorted, boards, now).map(({ from, sequence, value }) => ({
      at: from,
      sequence,
      value,
    })),
    'longest-reign': records(
      listReigns(sorted, boards, now).map(({ from, to, sequence }) => ({
        at: from,
        sequence,
        value: to - from,
      })),
      -1,
    ).map(({ value, sequence, at, record }) => ({
      at: at + Math.max(0, record),
      sequence,
      value,
    })),
    biggest: records(
      sorted.map(({ at, sequence, amountCents: value }) => ({ at, sequence, value })),
      0,
    ).map(({ at, sequence, value }) => ({ at, sequence, value })),
    'most-given': workOutMost(sorted, rules),
    leap: records(
      sorted.map((gift, index) => ({
        at: gift.at,
        sequence: gift.sequence,
        value: leapOf(gift, rules.ranks, boards[index - 1] ?? [], boards[index] ?? []),
      })),
      0,
    ).map(({ at, sequence, value }) => ({ at, sequence, value })),
    first: sorted
      .slice(0, 1)
      .map(({ at, sequence, amountCents: value }) => ({ at, sequence, value })),
    milestone: sorted.flatMap(({ at, sequence }, index) => {
      const value = rules.beforeCents + (sums[index] ?? 0)
      return rules.milestonesCents.has(value) ? [{ at, sequence, value }] : []
    }),
  }
}

interface Row {
  row: string
  amountCents: number
  sequence: number
}

const rowOf = (gift: Gift, ranks: FoldRules['ranks']) =>
  ranks === 'donor' ? gift.userId : String(gift.sequence)

const sumUp = (gifts: readonly Gift[]) => gifts.reduce((sum, one) => sum + one.amountCents, 0)

function rankAll(gifts: readonly Gift[], ranks: FoldRules['ranks']): Row[] {
  const groups = Map.groupBy(gifts, (gift) => rowOf(gift, ranks))
  return [...groups]
    .map(([row, own]) => ({
      row,
      amountCents: sumUp(own),
      sequence: Math.max(...own.map(({ sequence }) => sequence)),
    }))
    .toSorted((a, b) => b.amountCents - a.amountCents || a.sequence - b.sequence)
}

function listReigns(sorted: readonly Gift[], boards: readonly Row[][], now: number) {
  const reigns: { row: string; from: number; to: number; sequence: number; value: number }[] = []
  for (const [index, gift] of sorted.entries()) {
    const first = boards[index]?.[0]
    const reign = reigns.at(-1)
    if (first === undefined || reign?.row === first.row) continue
    if (reign !== undefined) reign.to = gift.at
    const { row, amountCents: value } = first
    reigns.push({ row, from: gift.at, to: now, sequence: gift.sequence, value })
  }
  return reigns
}

/** Returns those that were greater than all before them, each with the greatest before it. */
function records(all: readonly Won[], start: number): (Won & { record: number })[] {
  let record = start
  return all.flatMap((one) => {
    if (one.value <= record) return []
    const former = record
    record = one.value
    return [{ ...one, record: former }]
  })
}

function leapOf(gift: Gift, ranks: FoldRules['ranks'], before: Row[], after: Row[]): number {
  const row = rowOf(gift, ranks)
  const from = before.findIndex((one) => one.row === row)
  return (from === -1 ? before.length : from) - after.findIndex((one) => one.row === row)
}

function workOutMost(sorted: readonly Gift[], { ranks }: FoldRules): Won[] {
  const giverOf = (gift: Gift) =>
    ranks === 'donor' ? gift.userId : `${gift.name ? gift.userId : gift.sequence} ${gift.name}`
  const won: (Won & { giver: string })[] = []
  let most = 0
  for (const [index, gift] of sorted.entries()) {
    const giver = giverOf(gift)
    const sum = sumUp(sorted.slice(0, index + 1).filter((one) => giverOf(one) === giver))
    if (sum <= most) continue
    most = sum
    if (won.at(-1)?.giver === giver) continue
    won.push({ at: gift.at, sequence: gift.sequence, value: sum, giver })
  }
  return won.map(({ at, sequence, value }) => ({ at, sequence, value }))
}

const gift = fc.record({
  at: fc.integer({ min: 0, max: 12 }),
  amountCents: fc.integer({ min: 1, max: 5 }).map((dollars) => dollars * 100),
  userId: fc.constantFrom('ada', 'bo', 'cy'),
  name: fc.constantFrom('Ada', 'Bo', null),
})

const ledger = fc
  .array(gift, { maxLength: 14 })
  .map((gifts) => gifts.map((one, index): Gift => ({ ...one, sequence: index + 1 })))

const rulesOf = (ranks: FoldRules['ranks']): FoldRules => ({
  ranks,
  milestonesCents: new Set([700, 1_000, 2_000]),
  beforeCents: 200,
})

function viewAll(fold: CrownFold, now: number) {
  const { crowns } = viewFold(fold, { at: now, isRunning: true, isOver: false })
  return Object.fromEntries(crowns.map(({ kind, takeovers }) => [kind, takeovers]))
}

function without<Value>(lists: Record<string, Value[]>) {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))
}

describe.each(['donation', 'donor'] as const)('the crowns of a board of %ss', (ranks) => {
  test('are what their rules say, in whatever order donations come and money goes back', () => {
    fc.assert(
      fc.property(
        ledger,
        fc.array(fc.nat({ max: 20 })),
        fc.array(fc.nat({ max: 20 }), { maxLength: 4 }),
        (gifts, order, refunded) => {
          const journal = new FoldJournal(new CrownFold(rulesOf(ranks)))
          for (const one of shuffle(gifts, order)) expect(journal.insert(one)).toBe(true)
          const gone = new Set(refunded)
          for (const sequence of gone) {
            const isThere = gifts.some((one) => one.sequence === sequence)
            expect(journal.remove(sequence)).toBe(isThere)
          }
          const left = gifts.filter(({ sequence }) => !gone.has(sequence))
          expect(viewAll(journal.fold, DAY)).toEqual(without(workOut(left, rulesOf(ranks), DAY)))
        },
      ),
    )
  })
})

/** Moves some donations to another place of the order in which they come. */
function shuffle(gifts: readonly Gift[], order: readonly number[]): Gift[] {
  const shuffled = [...gifts]
  for (const [index, to] of order.entries()) {
    const [one] = shuffled.splice(index % Math.max(1, shuffled.length), 1)
    if (one !== undefined) shuffled.splice(to % (shuffled.length + 1), 0, one)
  }
  return shuffled
}

test('the longest reign passes to whoever reigns as soon as they have reigned longer', () => {
  const fold = new CrownFold(rulesOf('donation'))
  const give = (at: number, sequence: number, amountCents: number) =>
    fold.add({ at, sequence, amountCents, userId: 'ada', name: 'Ada' })
  give(0, 1, 500)
  give(100, 2, 900)
  expect(viewAll(fold, 200)['longest-reign']).toMatchObject([{ sequence: 1, value: 100 }])
  expect(viewAll(fold, 201)['longest-reign']).toMatchObject([
    { sequence: 1 },
    { sequence: 2, at: 200, value: 101 },
  ])
})

test('what one account gave under two names is not added up, as nobody can see that it is one', () => {
  const fold = new CrownFold(rulesOf('donation'))
  const give = (sequence: number, amountCents: number, userId: string, name: string | null) =>
    fold.add({ at: sequence, sequence, amountCents, userId, name })
  give(1, 300, 'ada', 'Ada')
  give(2, 400, 'ada', 'The Night Owls')
  give(3, 450, 'ada', null)
  give(4, 250, 'ada', 'Ada')
  expect(viewAll(fold, DAY)['most-given']?.map(({ value }) => value)).toEqual([300, 400, 450, 550])
})

test('the last donation has its crown only when nothing can follow it', () => {
  const fold = new CrownFold(rulesOf('donation'))
  fold.add({ at: 5, sequence: 1, amountCents: 500, userId: 'ada', name: 'Ada' })
  const kindsAt = (isOver: boolean) =>
    viewFold(fold, { at: 9, isRunning: false, isOver }).crowns.map(({ kind }) => kind)
  expect(kindsAt(false)).not.toContain('last')
  expect(kindsAt(true)).toContain('last')
})

test('a reign does not grow after the end, while late donations are still counted', () => {
  const fold = new CrownFold(rulesOf('donation'))
  fold.add({ at: 5, sequence: 1, amountCents: 500, userId: 'ada', name: 'Ada' })
  const growing = (isRunning: boolean) =>
    viewFold(fold, { at: 9, isRunning, isOver: false })
      .crowns.filter(({ isGrowing }) => isGrowing)
      .map(({ kind }) => kind)
  expect(growing(true)).toEqual(['reigning', 'longest-reign'])
  expect(growing(false)).toEqual([])
})

test('what lies deeper than the journal is refused, and changes nothing', () => {
  const journal = new FoldJournal(new CrownFold(rulesOf('donation')))
  const build = (sequence: number): Gift => ({
    at: sequence,
    sequence,
    amountCents: 100 + sequence,
    userId: 'ada',
    name: 'Ada',
  })
  for (let sequence = 1; sequence <= 1_200; sequence += 1) journal.insert(build(sequence))
  const before = structuredClone(journal.fold.state)
  expect(journal.remove(1)).toBe(false)
  expect(journal.insert({ ...build(1_201), at: 3 })).toBe(false)
  expect(journal.fold.state).toEqual(before)
  expect(journal.remove(1_200)).toBe(true)
  expect(journal.fold.state.count).toBe(1_199)
})
