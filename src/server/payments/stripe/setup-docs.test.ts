import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { STRIPE_EVENTS } from './events.ts'

const GUIDE = readFileSync(new URL('../../../../docs/hosting.md', import.meta.url), 'utf8')

test('the guide for hosts names the events of Stripe that we follow, and no others', () => {
  const [section = ''] = /^## Set up Stripe$[\s\S]*?^## /m.exec(GUIDE) ?? []
  const named = section.match(/`(checkout|charge|refund|payment_intent)\.[a-z_.]+`/g) ?? []
  expect(named.map((name) => name.slice(1, -1))).toEqual(STRIPE_EVENTS)
})
