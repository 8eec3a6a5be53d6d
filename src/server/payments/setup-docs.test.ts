import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isFollowed } from './paypal/webhooks/events.ts'
import { STRIPE_EVENTS } from './stripe/events.ts'

const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')

test('the README names the events of Stripe that we follow, and no others', () => {
  const named = README.match(/`(checkout|charge|refund|payment_intent)\.[a-z_.]+`/g) ?? []
  expect(named.map((name) => name.slice(1, -1))).toEqual(STRIPE_EVENTS)
})

test('the README names the events of PayPal that we follow', () => {
  const named = README.match(/\b(CHECKOUT|PAYMENT|CUSTOMER)\.[A-Z.]+\b/g) ?? []
  expect(named).toHaveLength(12)
  for (const name of named) expect([name, isFollowed(name)]).toEqual([name, true])
})
