import { beforeEach, expect, test } from 'vitest'
import { PassedRows, type PassedRow } from './passed-rows.ts'

let rows: PassedRows
let reads: number

beforeEach(() => {
  rows = new PassedRows()
  reads = 0
})

const ROW: PassedRow['row'] = {
  id: 'a',
  name: 'Ada',
  amountCents: 500,
  sequence: 1,
  message: null,
  timestamp: 0,
}

/** Asks for a position of version 7, whose row is read of `version`. */
function ask(position: number, version = 7): Promise<PassedRow | undefined> {
  return rows.find(7, position, async () => {
    reads += 1
    return { row: { ...ROW, id: `row ${position}` }, version }
  })
}

test('all who ask for a place of one version share its row', async () => {
  const asked = await Promise.all([ask(2_000), ask(2_000), ask(2_001)])
  expect([...asked, await ask(2_000)].map((passed) => passed?.row.id)).toEqual([
    'row 2000',
    'row 2000',
    'row 2001',
    'row 2000',
  ])
  expect(reads).toBe(2)
})

test('another version is read anew', async () => {
  await ask(2_000)
  await rows.find(8, 2_000, async () => undefined)
  await ask(2_000)
  expect(reads).toBe(2)
})

test('what was read of another version, or not at all, is not kept', async () => {
  await ask(2_000, 8)
  await ask(2_000, 8)
  expect(reads).toBe(2)
  await expect(rows.find(7, 3_000, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect((await ask(3_000))?.row.id).toBe('row 3000')
})

test('a thousand rows are kept, whatever is asked for', async () => {
  for (let position = 0; position < 1_200; position += 1) await ask(position)
  await ask(999)
  expect(reads).toBe(1_200)
  await ask(1_100)
  expect(reads).toBe(1_201)
})
