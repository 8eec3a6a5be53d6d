import { expect, test } from 'vitest'
import { BOARD_IDS, DEFAULT_BOARD_ID, describeBoard, MAX_BOARDS } from './boards.ts'

test('the id of a board says what it ranks and over which span', () => {
  for (const id of BOARD_IDS) {
    const { ranks, span } = describeBoard(id)
    expect(`${ranks}s-${span}`).toBe(id)
  }
  expect(describeBoard(DEFAULT_BOARD_ID)).toMatchObject({ ranks: 'donation', span: 'all-time' })
})

test('a campaign can have all boards at once', () => {
  expect(MAX_BOARDS).toBeGreaterThanOrEqual(BOARD_IDS.length)
})
