import { expect, test } from 'vitest'
import { parseByteRange } from './byte-range.ts'

test.each([
  ['bytes=0-1', { start: 0, end: 1 }],
  ['bytes=4-', { start: 4, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-30', { start: 0, end: 9 }],
  ['bytes=8-99', { start: 8, end: 9 }],
])('%s of ten bytes is a part', (header, part) => {
  expect(parseByteRange(header, 10)).toEqual(part)
})

test.each(['bytes=-', 'bytes=10-', 'bytes=5-4', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=-0', ''])(
  '%j is answered with the whole',
  (header) => {
    expect(parseByteRange(header, 10)).toBeUndefined()
  },
)
