import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressPiece, joinPieces, storePiece } from './spliced-gzip.ts'

test('pieces put together are one gzip body of their whole text', () => {
  const shared = compressPiece('<p>Ünïcode and repetition, repetition, repetition</p>')
  const pieces = [shared, storePiece('n0nce=='), compressPiece(''), shared, storePiece('')]
  expect(gunzipSync(joinPieces(pieces)).toString()).toBe(
    pieces.map(({ plain }) => plain.toString()).join(''),
  )
})

test('a long text is compressed', () => {
  const piece = compressPiece('row '.repeat(10_000))
  expect(piece.blocks.length).toBeLessThan(500)
  expect(gunzipSync(joinPieces([piece])).length).toBe(40_000)
})
