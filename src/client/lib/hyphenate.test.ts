import { expect, test } from 'vitest'
import { hasLongWord, hyphenate } from './hyphenate.ts'

const show = (name: string) => hyphenate(name).replaceAll('\u00ad', '-')

test('a long word may break between its syllables', () => {
  const name = 'Wolfeschlegelsteinhausenbergerdorff'
  expect(show(name)).toBe('Wol-fesch-le-gels-tein-hau-sen-ber-ger-dorff')
  expect(hasLongWord(name)).toBe(true)
})

test.each(['Ada', 'Maria da Conceição Aparecida', 'กรุงเทพมหานครอมรรัตนโกสินทร์'])(
  '%s stays as it is',
  (name) => {
    expect(hyphenate(name)).toBe(name)
  },
)
