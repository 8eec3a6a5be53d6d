import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isFollowed } from './webhooks/events.ts'

const GUIDE = readFileSync(new URL('../../../../docs/hosting.md', import.meta.url), 'utf8')

test('the guide for hosts names the events of PayPal that we follow', () => {
  const named = GUIDE.match(/\b(CHECKOUT|PAYMENT|CUSTOMER)\.[A-Z.]+\b/g) ?? []
  expect(named).toHaveLength(12)
  for (const name of named) expect([name, isFollowed(name)]).toEqual([name, true])
})
