import { describe, expect, test } from 'vitest'
import { screen, type ScreeningRules } from './screen.ts'

const AUTOMATIC: ScreeningRules = { mode: 'automatic', words: [], amountsCents: [] }

const stateOf = (name: string | null, rules: Partial<ScreeningRules> = {}, message?: string) =>
  screen({ name, message: message ?? null, amountCents: 666 }, { ...AUTOMATIC, ...rules }).state

describe('the word list', () => {
  test.each([
    'fuck you',
    'FUCK',
    'f u c k',
    'f.u.c.k y.o.u',
    'f_u_c_k',
    'fuuuuuck',
    'fυck',
    'sh1t',
    '$hit',
    'f\u0335u\u0335c\u0335k\u0335',
    'f\u200cu\u200cc\u200ck',
    '\u{1d41f}\u{1d42e}\u{1d41c}\u{1d424}',
    'ｆｕｃｋ',
    'a$$hole',
  ])('finds %j', (text) => {
    expect(stateOf(text)).toBe('flagged')
    expect(stateOf(null, {}, text)).toBe('flagged')
  })

  test.each([
    'Ada',
    'Scunthorpe United',
    'Ms. A. B. Cassidy',
    'the pen is mightier',
    'Dick van Dyke Fan 2',
    'محمد',
    '👨‍👩‍👧 Smith',
    'A.J. & M. B. O’Neill',
    '   ',
  ])('leaves %j alone, or waits for a person', (text) => {
    expect(['clear', ...(text.startsWith('Dick') ? ['flagged'] : [])]).toContain(stateOf(text))
  })

  test('says which word it found, and where', () => {
    const { reasons } = screen({ name: 'Ada', message: 'sh1t', amountCents: 1 }, AUTOMATIC)
    expect(reasons).toEqual([{ cause: 'listed', field: 'message', match: 'shit' }])
  })
})

describe("the host's own words", () => {
  const words = ['Team Rocket', 'b00b', 'İzmir', 'Москва']

  test.each([
    'team rocket',
    'go TEAM ROCKET!',
    't3am r0cket',
    'tеam rоcket',
    'my boob',
    'b.o.o.b',
    'из москвы в МОСКВА',
  ])('deny %j', (text) => {
    expect(stateOf(text, { words })).toBe('denied')
  })

  test.each(['team rockets', 'Bob', 'upteam rocket'])('do not deny %j', (text) => {
    expect(stateOf(text, { words })).toBe('clear')
  })

  test('that are nothing but signs deny nothing', () => {
    expect(stateOf('Ada', { words: ['\u0335\u0335', '  '] })).toBe('clear')
  })
})

describe('an exact amount', () => {
  test('denies the texts of a donation of that amount, and no other', () => {
    expect(stateOf('Ada', { amountsCents: [666] })).toBe('denied')
    expect(stateOf('Ada', { amountsCents: [66, 6_660] })).toBe('clear')
  })

  test('has nothing to deny where nothing is shown', () => {
    expect(stateOf(null, { amountsCents: [666] })).toBe('clear')
  })
})

describe('the mode', () => {
  test('off screens nothing', () => {
    expect(stateOf('fuck', { mode: 'off', words: ['fuck'], amountsCents: [666] })).toBe('clear')
  })

  test('hold has every text wait, and says of a denied one why', () => {
    expect(stateOf('Ada', { mode: 'hold' })).toBe('pending')
    expect(stateOf('fuck', { mode: 'hold' })).toBe('flagged')
    expect(stateOf('Ada', { mode: 'hold', words: ['ada'] })).toBe('denied')
    expect(stateOf(null, { mode: 'hold' })).toBe('clear')
  })
})
