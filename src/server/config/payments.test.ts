import { describe, expect, test } from 'vitest'
import { parseConfig } from '../config.ts'

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_51HqK2eZ',
  STRIPE_WEBHOOK_SECRET: 'whsec_8sJd02kLmQpWzR4v',
}
const PAYPAL = {
  PAYPAL_CLIENT_ID: 'AZDxjDScFpQtjWTOUtWKbyN',
  PAYPAL_CLIENT_SECRET: 'EGnHDxD_qRPdaLdZz8iCr8N7',
  PAYPAL_WEBHOOK_ID: '8PT597110X687430LKGECATA',
}
const LIVE = {
  SMTP_URL: 'smtp://localhost',
  ...STRIPE,
  ...PAYPAL,
  STRIPE_SECRET_KEY: 'sk_live_51HqK2eZ',
  PUBLIC_URL: 'https://royale.example',
  TRUSTED_PROXIES: '127.0.0.1',
}

describe('play money is never a mistake', () => {
  test('a secret of Stripe under a name of its own does not start before PAYMENTS says so', () => {
    const variables = { SHOP_KEY: LIVE.STRIPE_SECRET_KEY }
    expect(() => parseConfig(variables)).toThrow(/^PAYMENTS is missing: SHOP_KEY holds a secret/)
    expect(parseConfig({ ...variables, PAYMENTS: 'sandbox' }).payments).toBe('sandbox')
    expect(parseConfig({ ...STRIPE, ...variables }).payments).toBe('test')
  })

  test('a base address is not repeated with the password in it', () => {
    const variables = { ...LIVE, PAYMENTS: 'live', PAYPAL_API_BASE: 'https://me:canary@a.example' }
    expect(() => parseConfig(variables)).toThrow(/^PAYPAL_API_BASE cannot be what it is set to/)
  })

  test.each([
    ['PUBLIC_URL', 'http://royale.example'],
    ['PUBLIC_URL', 'http://192.168.1.20:3000'],
    ['PUBLIC_URL', 'https://localhost.royale.example'],
    ['PUBLIC_URL', 'http://0.0.0.0:3000'],
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '192.168.1.20'],
  ])('%s "%s" without keys does not start before PAYMENTS says so', (name, value) => {
    expect(() => parseConfig({ [name]: value })).toThrow(
      `PAYMENTS is missing: with ${name} set to "${value}" others can reach this server, so it must be sandbox to take play money, or STRIPE_SECRET_KEY or PAYPAL_CLIENT_ID must be set to take real payments.`,
    )
    const chosen = { [name]: value, PAYMENTS: 'sandbox', TRUSTED_PROXIES: '127.0.0.1' }
    expect(parseConfig(chosen).payments).toBe('sandbox')
  })

  test.each([
    { PUBLIC_URL: 'http://localhost:8080' },
    { PUBLIC_URL: 'http://127.0.0.2:3000' },
    { PUBLIC_URL: 'http://[::1]:3000', HOST: '::1' },
    { HOST: 'localhost' },
    { HOST: '127.0.0.1' },
  ])('on this machine alone it needs no word: %o', (variables) => {
    expect(parseConfig(variables).payments).toBe('sandbox')
  })
})

describe("a provider's variables are all there or none is", () => {
  test.each([
    [
      { STRIPE_WEBHOOK_SECRET: STRIPE.STRIPE_WEBHOOK_SECRET },
      'STRIPE_SECRET_KEY is missing: with STRIPE_WEBHOOK_SECRET set it must be a secret key of Stripe, which begins with sk_test_ or sk_live_.',
    ],
    [
      { STRIPE_API_BASE: 'http://127.0.0.1:4000' },
      'STRIPE_SECRET_KEY is missing: with STRIPE_API_BASE set',
    ],
    [
      { STRIPE_SECRET_KEY: STRIPE.STRIPE_SECRET_KEY },
      'STRIPE_WEBHOOK_SECRET is missing: with STRIPE_SECRET_KEY set it must be the whole signing secret of the webhook endpoint, which begins with whsec_, or its messages could be forged.',
    ],
    [
      { PAYPAL_CLIENT_SECRET: PAYPAL.PAYPAL_CLIENT_SECRET },
      "PAYPAL_CLIENT_ID is missing: with PAYPAL_CLIENT_SECRET set it must be the client id of the PayPal app, as PayPal's dashboard shows it.",
    ],
    [
      { PAYPAL_WEBHOOK_ID: PAYPAL.PAYPAL_WEBHOOK_ID },
      'PAYPAL_CLIENT_ID is missing: with PAYPAL_WEBHOOK_ID set',
    ],
    [
      { PAYPAL_SDK_BASE: 'http://127.0.0.1:4000' },
      'PAYPAL_CLIENT_ID is missing: with PAYPAL_SDK_BASE set',
    ],
    [
      { PAYPAL_CLIENT_ID: PAYPAL.PAYPAL_CLIENT_ID },
      "PAYPAL_CLIENT_SECRET is missing: with PAYPAL_CLIENT_ID set it must be the secret of the PayPal app, as PayPal's dashboard shows it.",
    ],
    [{ ...PAYPAL, PAYPAL_WEBHOOK_ID: '' }, 'PAYPAL_WEBHOOK_ID is missing'],
    [{ ...STRIPE, PAYPAL_CLIENT_ID: PAYPAL.PAYPAL_CLIENT_ID }, 'PAYPAL_CLIENT_SECRET is missing'],
  ])('%o alone stops the start', (variables, sentence) => {
    expect(() => parseConfig(variables)).toThrow(sentence)
    expect(() => parseConfig({ ...variables, PAYMENTS: 'sandbox' })).toThrow(sentence)
  })

  test('whole sets start, the sandbox beside test keys only when PAYMENTS says so', () => {
    expect(parseConfig({ ...STRIPE, ...PAYPAL })).toMatchObject({
      payments: 'test',
      providerKeys: {
        stripe: { secretKey: STRIPE.STRIPE_SECRET_KEY },
        paypal: { clientId: PAYPAL.PAYPAL_CLIENT_ID },
      },
    })
    const sandbox = parseConfig({ ...STRIPE, ...PAYPAL, PAYMENTS: 'sandbox' })
    expect(sandbox.payments).toBe('sandbox')
    expect(sandbox.providerKeys).toEqual({})
  })
})

describe('live payments', () => {
  test('start over https, behind a proxy that is named', () => {
    expect(parseConfig(LIVE).payments).toBe('live')
  })

  test('start on this machine alone without https, to be tried', () => {
    expect(parseConfig({ ...LIVE, PUBLIC_URL: 'http://localhost:3000' }).payments).toBe('live')
  })

  test.each(['http://royale.example', 'http://192.168.1.20:3000', 'http://127.0.0.1.nip.io'])(
    'do not start on %s, where everybody on the way can read them',
    (PUBLIC_URL) => {
      expect(() => parseConfig({ ...LIVE, PUBLIC_URL })).toThrow(
        `PUBLIC_URL cannot be "${PUBLIC_URL}" with live payments: it must begin with https://, because passwords and payments would cross the network for everybody to read.`,
      )
    },
  )

  test.each([
    ['STRIPE_API_BASE', 'http://127.0.0.1:4000'],
    ['STRIPE_API_BASE', 'https://api.stripe.com.evil.example'],
    ['PAYPAL_API_BASE', 'http://api-m.paypal.com'],
    ['PAYPAL_API_BASE', 'https://api-m.sandbox.paypal.com'],
    ['PAYPAL_SDK_BASE', 'https://evilpaypal.com'],
  ])('do not start with %s at %s', (name, base) => {
    expect(() => parseConfig({ ...LIVE, [name]: base })).toThrow(
      `${name} cannot be "${base}" with live payments: it is for test doubles; remove it, or set PAYMENTS to test with test keys.`,
    )
  })

  test("may name the providers' own addresses", () => {
    const named = { ...LIVE, PAYPAL_API_BASE: 'https://api-m.paypal.com' }
    expect(parseConfig(named).providerKeys.paypal?.apiBase).toBe('https://api-m.paypal.com')
  })
})

test('https without the proxy that does it stops the start', () => {
  const { TRUSTED_PROXIES: _, ...without } = LIVE
  expect(() => parseConfig(without)).toThrow(
    'TRUSTED_PROXIES is missing: with an https:// address in PUBLIC_URL it must name the proxy in front of this server, such as 127.0.0.1 for one on this machine, or all visitors would count as a single client.',
  )
})

test.each(['0.0.0.0/0', '::/0', '10.0.0.1,0.0.0.0/0'])(
  'everybody (%s) is no proxy',
  (TRUSTED_PROXIES) => {
    expect(() => parseConfig({ ...LIVE, TRUSTED_PROXIES })).toThrow(
      `TRUSTED_PROXIES cannot be "${TRUSTED_PROXIES}": it must be addresses or ranges of your own proxies divided by commas, such as 10.0.0.0/8,127.0.0.1.`,
    )
  },
)
