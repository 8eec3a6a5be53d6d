import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isFollowed } from './webhooks/events.ts'

const README = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')

test('the README names the events of PayPal that we follow', () => {
  const named = README.match(/\b(CHECKOUT|PAYMENT|CUSTOMER)\.[A-Z.]+\b/g) ?? []
  expect(named).toHaveLength(12)
  for (const name of named) expect([name, isFollowed(name)]).toEqual([name, true])
})
