import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CROWN_KINDS, CROWN_RULES, titleOf } from './crown-rules.ts'

test.each(CROWN_KINDS)('hosts read the rule of %s as the page shows it', (kind) => {
  const docs = readFileSync(new URL('../../docs/hosting.md', import.meta.url), 'utf8')
  const { title, rule } = CROWN_RULES[kind]
  const row = docs.split('\n').find((line) => line.startsWith(`| ${title} `))
  expect(row).toContain(`| ${rule} `)
})

test('without a round, the first donation is the first of all', () => {
  expect(titleOf('first', true)).toBe('First of the round')
  expect(titleOf('first', false)).toBe('First of all')
})
