import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { formatDecimal, formatAmount } from '#contract/money.ts'
import { formatCount, formatTimeAgo, keepPlaces } from './format.ts'

const SECOND = 1000
const HOUR = 3_600_000

test.each([
  [100, '$1.00'],
  [123_456, '$1,234.56'],
  [99_999_999, '$999,999.99'],
])('%i cents are written %s', (cents, text) => {
  expect(formatAmount(cents)).toBe(text)
})

test('no place begins a line', () => {
  expect(keepPlaces('You climbed 5 places, from #13 to #8. #1 is free.')).toBe(
    'You climbed 5 places, from\u{a0}#13 to\u{a0}#8.\u{a0}#1 is free.',
  )
  expect(keepPlaces('Channel # of all')).toBe('Channel # of all')
})

test('no amount loses a cent on its way to the screen', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e14 }), (cents) => {
      expect(formatAmount(cents).replaceAll(/[$,]/g, '')).toBe(formatDecimal(cents))
    }),
  )
})

test('amounts and counts are written as Intl writes them in English', () => {
  const amounts = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  const counts = new Intl.NumberFormat('en-US')
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), (number) => {
      expect(formatAmount(number)).toBe(amounts.format(number / 100))
      expect(formatCount(number)).toBe(counts.format(number))
    }),
  )
})

test('ages are written as Intl writes them in English, without points', () => {
  const ages = new Intl.RelativeTimeFormat('en-US', { style: 'short' })
  const units = {
    minute: 60,
    hour: 3_600,
    day: 86_400,
    month: 2_592_000,
    year: 31_536_000,
  } as const
  for (const unit of ['minute', 'hour', 'day', 'month', 'year'] as const) {
    for (const amount of [1, 2, 11]) {
      const elapsed = amount * units[unit] * SECOND
      const text = ages.format(-amount, unit).replace('.', '')
      expect(formatTimeAgo(1e12, 1e12 + elapsed)).toBe(text)
    }
  }
})

test('counts are grouped in thousands', () => {
  expect(formatCount(1_204_000)).toBe('1,204,000')
})

test.each([
  [-5 * SECOND, 'now'],
  [59 * SECOND, 'now'],
  [60 * SECOND, '1 min ago'],
  [119 * SECOND, '1 min ago'],
  [2 * HOUR, '2 hr ago'],
  [24 * HOUR, '1 day ago'],
  [60 * 24 * HOUR, '2 mo ago'],
  [800 * 24 * HOUR, '2 yr ago'],
])('%i ms ago is written %s', (elapsed, text) => {
  expect(formatTimeAgo(1e12, 1e12 + elapsed)).toBe(text)
})

test.each(['C', 'en-US@posix', ''])(
  'the language %j, which Intl does not know, is read as English',
  async (language) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
    vi.resetModules()
    const { formatCount: formatFresh, LOCALE } = await import('./format.ts')
    expect(LOCALE).toBe('en-US')
    expect(formatFresh(1_204)).toBe('1,204')
  },
)
