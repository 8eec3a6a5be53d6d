import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanPayerName } from './payer-name.ts'

test.each([
  ['an ordinary name', 'Ada', 'Ada'],
  ['spaces around and between', '  Ada \t\n  Lovelace ', 'Ada Lovelace'],
  ['a decomposed accent', 'Jose\u0301', 'José'],
  ['a right-to-left name', 'محمد', 'محمد'],
  ['a Hebrew name', 'שָׁלוֹם', 'שָׁלוֹם'],
  ['a family of emoji', '👨‍👩‍👧‍👦 Smith', '👨‍👩‍👧‍👦 Smith'],
  ['a flag and a skin tone', '🇨🇭👋🏽', '🇨🇭👋🏽'],
  ['a rainbow flag', '🏳️‍🌈', '🏳️‍🌈'],
  ['a Persian name with a zero-width non-joiner', 'می\u200cخواهم', 'می\u200cخواهم'],
  ['bidirectional controls', '\u202eadA\u202c', 'adA'],
  ['isolates', '\u2066Ada\u2069', 'Ada'],
  ['control characters', 'A\u0000d\u0007a\u001b[31m', 'Ada[31m'],
  ['a line break that would forge a log line', 'Ada\r\nadmin', 'Ada admin'],
  ['zero-width spaces', 'A\u200bd\ufeffa', 'Ada'],
  ['a lone surrogate', 'Ada\ud800', 'Ada'],
])('%s is shown as it should be', (_case, raw, shown) => {
  expect(cleanPayerName(raw)).toBe(shown)
})

test.each([null, '', '   ', '\u200b\u200b', '\u200d', '\u202e', '\u0301'])(
  'nothing visible (%j) is no name',
  (raw) => {
    expect(cleanPayerName(raw)).toBeNull()
  },
)

test('a name of 10 kB is cut at 40 graphemes', () => {
  expect(cleanPayerName('x'.repeat(10_000))).toBe('x'.repeat(40))
  expect(cleanPayerName('👨‍👩‍👧‍👦'.repeat(1_000))).toBe('👨‍👩‍👧‍👦'.repeat(9))
})

test('a stack of combining marks keeps three', () => {
  expect(cleanPayerName(`Z${'\u0335'.repeat(50)}`)).toBe(`Z${'\u0335'.repeat(3)}`)
})

test('spaces around something invisible are one', () => {
  expect(cleanPayerName('Ada \u0000 Lovelace')).toBe('Ada Lovelace')
  expect(cleanPayerName('Ada \u200d Lovelace')).toBe('Ada Lovelace')
})

test('whatever comes in, what goes out is short, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (raw) => {
      const name = cleanPayerName(raw)
      if (name === null) return
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240)
      expect(name).not.toMatch(/[\p{Cc}\u200b\u202a-\u202e\u2066-\u2069\ufeff]/u)
      expect(cleanPayerName(name)).toBe(name)
    }),
    { numRuns: 2_000 },
  )
})
