import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CROWN_KINDS, CROWN_RULES } from '#contract/crown-rules.ts'

const DOCS = readFileSync(new URL('../../../../../docs/hosting.md', import.meta.url), 'utf8')

test.each(CROWN_KINDS)('hosts read the rule of %s as the page shows it', (kind) => {
  const { title, rule } = CROWN_RULES[kind]
  const row = DOCS.split('\n').find((line) => line.startsWith(`| ${title} `))
  expect(row).toContain(`| ${rule} `)
})
