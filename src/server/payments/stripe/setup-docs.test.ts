import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { STRIPE_EVENTS } from './events.ts'

const README = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')

test('the README names the events of Stripe that we follow, and no others', () => {
  const named = README.match(/`(checkout|charge|refund|payment_intent)\.[a-z_.]+`/g) ?? []
  expect(named.map((name) => name.slice(1, -1))).toEqual(STRIPE_EVENTS)
})
