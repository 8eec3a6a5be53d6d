import { expect, test } from 'vitest'
import { publicConfigSchema } from '#contract/config.ts'
import { PROVIDERS } from '#contract/checkout-states.ts'
import { buildPublicConfig } from '#tests/helpers/app/app.ts'
import { KEYS } from '#tests/helpers/providers/payment-providers.ts'
import { connectProviders, toPublicProviders, variablesOf } from './registry.ts'

const SETTINGS = { livemode: false, installationId: 'ours', clock: Date.now, timeoutMs: 1_000 }

test('a provider with keys is connected under its name, one without is not', async () => {
  const both = await connectProviders(KEYS, SETTINGS)
  expect(Object.keys(both)).toEqual(PROVIDERS)
  for (const name of PROVIDERS) expect(both[name]).toMatchObject({ name, livemode: false })
  expect(Object.keys(await connectProviders({ paypal: KEYS.paypal }, SETTINGS))).toEqual(['paypal'])
})

test("the page gets each provider's field, and no key", () => {
  const config = buildPublicConfig()
  const offered = toPublicProviders(KEYS, { livemode: true })
  expect(publicConfigSchema.parse({ ...config, ...offered })).toEqual({
    ...config,
    stripe: true,
    paypal: { clientId: 'client', scriptBase: 'https://www.paypal.com' },
  })
  expect(toPublicProviders({}, { livemode: true })).toEqual({ stripe: false, paypal: null })
})

test("a provider's variables begin with its name, and one of them verifies its events", () => {
  for (const name of PROVIDERS) {
    const variables = variablesOf(name)
    for (const one of variables) expect(one.name.startsWith(`${name.toUpperCase()}_`)).toBe(true)
    expect(variables.filter(({ verifiesEvents }) => verifiesEvents)).toHaveLength(1)
  }
})
