import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressParts, compressPiece, joinPieces, storePiece } from './spliced-gzip.ts'

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

test('parts of one text are a whole with anything of the length of its gaps between them', () => {
  const parts = ['<p>the same markup</p>', '', '<p>the same markup</p>', 'the same markup']
  const pieces = compressParts(parts, 4)
  for (const gap of ['n0nc', 'p>th']) {
    const filled = pieces.flatMap((piece, at) => (at === 0 ? [piece] : [storePiece(gap), piece]))
    expect(gunzipSync(joinPieces(filled)).toString()).toBe(parts.join(gap))
  }
})

test('a part refers to the parts before it', () => {
  const [first, second] = compressParts(
    ['the same markup, once more', 'the same markup, once more'],
    4,
  )
  expect(second?.blocks.length).toBeLessThan((first?.blocks.length ?? 0) / 2)
})
