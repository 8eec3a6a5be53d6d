import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/app-error.ts'
import { formatCursor, parseCursor } from './cursor.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('cursor', () => {
  test('leads back to the place that it was made for', () => {
    const whole = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    fc.assert(
      fc.property(whole, whole, whole, (amountCents, sequence, indexAmongEquals) => {
        const place = { amountCents, sequence, indexAmongEquals }
        expect(parseCursor(formatCursor(place))).toEqual(place)
      }),
    )
  })

  test.each([
    '',
    'top',
    '%00',
    encode([500, 1]),
    encode([500, 1, 1, 1]),
    encode([500, 0, 1]),
    encode([500, 1.5, 1]),
    encode(['500', '1', '1']),
    encode({ amountCents: 500 }),
    encode([500, 1e300, 1]),
    `${encode([500, 1, 1])}=`,
    Buffer.from('[500, 1, 1]').toString('base64url'),
  ])('refuses %j with a sentence', (text) => {
    expect(() => parseCursor(text)).toThrow(
      new AppError(
        'invalid-argument',
        'This place in the list is unknown: start again from the top.',
      ),
    )
  })
})
