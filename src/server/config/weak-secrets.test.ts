import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { parseConfig } from '../config.ts'
import { isPlaceholder } from '#server/infra/environment-values.ts'
import { isGuessable } from './weak-secrets.ts'

describe('a secret that signs sessions', () => {
  test.each([
    'a'.repeat(64),
    'ab'.repeat(32),
    'secret'.repeat(8),
    '12345678901234567890123456789012',
    'abcdefghijklmnopqrstuvwxyz012345',
    'better-auth-secret-12345678901234567890',
    'changeme-changeme-changeme-9s8d7f',
    'at least 32 random characters here',
    'your_secret_with_32_characters_k3j',
    '00000000000000000000000000000001',
  ])('"%s" stops the start, and is not repeated', (AUTH_SECRET) => {
    const start = () => parseConfig({ AUTH_SECRET })
    expect(start).toThrow(
      'AUTH_SECRET cannot be what it is set to: it must be at least 32 random characters, such as the output of `openssl rand -hex 32`.',
    )
    expect(start).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining(AUTH_SECRET) }),
    )
  })

  test('of chance is taken, whatever it is written in', () => {
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      for (let round = 0; round < 200; round += 1) {
        expect(isGuessable(randomBytes(32).toString(encoding))).toBe(false)
      }
    }
  })
})

describe("a provider's secret", () => {
  test.each([
    ['STRIPE_WEBHOOK_SECRET', 'whsec_', 'the whole signing secret of the webhook endpoint'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_abc', 'the whole signing secret of the webhook endpoint'],
    ['STRIPE_WEBHOOK_SECRET', `whsec_${'x'.repeat(32)}`, 'the whole signing secret'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_your_signing_secret', 'the whole signing secret'],
    ['STRIPE_SECRET_KEY', 'sk_test_', 'a secret key of Stripe'],
    ['STRIPE_SECRET_KEY', 'sk_live_your_key_here', 'a secret key of Stripe'],
    ['STRIPE_SECRET_KEY', 'pk_live_51HqK2eZvKYlo2C', 'a secret key of Stripe'],
    ['PAYPAL_CLIENT_ID', 'client', 'the client id of the PayPal app'],
    ['PAYPAL_CLIENT_ID', 'YOUR_CLIENT_ID_GOES_HERE', 'the client id of the PayPal app'],
    ['PAYPAL_CLIENT_SECRET', 'changeme-changeme', 'the secret of the PayPal app'],
    ['PAYPAL_CLIENT_SECRET', 'EGnHDxD_qRPda LdZz8iCr8N7', 'the secret of the PayPal app'],
    ['PAYPAL_WEBHOOK_ID', 'WH-1', 'the id of the webhook in the PayPal app'],
    ['PAYPAL_WEBHOOK_ID', '<webhook-id>', 'the id of the webhook in the PayPal app'],
  ])('%s of "%s" stops the start, and is not repeated', (name, value, wanted) => {
    const start = () => parseConfig({ [name]: value })
    expect(start).toThrow(`${name} cannot be what it is set to: it must be ${wanted}`)
    const quoted = expect.stringContaining(`"${value}"`)
    expect(start).toThrow(expect.not.objectContaining({ message: quoted }))
  })

  test('of the length and letters that providers give is no placeholder', () => {
    for (let round = 0; round < 200; round += 1) {
      expect(isPlaceholder(`whsec_${randomBytes(24).toString('hex')}`)).toBe(false)
      expect(isPlaceholder(randomBytes(60).toString('base64url'))).toBe(false)
    }
  })
})
