import { inspect } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { openHttpDouble, type HttpDouble, type Reply } from '../helpers/network/http-double.ts'
import {
  buildPaymentRequest,
  KEYS,
  PAYMENT_PROVIDERS,
} from '../helpers/providers/payment-providers.ts'

type Call = (provider: PaymentProvider) => Promise<unknown>

const CALLS: Call[] = [
  async (provider) => provider.start(buildPaymentRequest()),
  async (provider) => provider.find('ref-1'),
  async (provider) => provider.capture('ref-1', 'key-1'),
  async (provider) =>
    provider.findHistory({
      ref: 'ref-1',
      captureId: 'capture-1',
      refundedCents: null,
      expected: [],
    }),
  async (provider) => provider.findOwner({ paymentRef: null, captureId: 'capture-1' }),
  async (provider) => provider.listEvents(0),
]

/** The calls that Stripe alone has. */
const CALLS_OF_STRIPE: Call[] = [
  async (provider) => provider.cancel('ref-1'),
  async (provider) => provider.listChanges(0),
]

const FAULTS: [name: string, reply: Reply, code: ErrorCode][] = [
  ['cuts the connection', 'cut', 'unavailable'],
  ['never answers', 'hang', 'deadline-exceeded'],
  ['fails', { status: 500, body: { error: { message: 'oops' } } }, 'unavailable'],
  ['is overrun', { status: 429, body: { error: { message: 'slow down' } } }, 'unavailable'],
  ['answers with a page', { body: '<html>maintenance</html>' }, 'unavailable'],
  ['answers half', { body: '{"id":"ref-1","url":"https://pay' }, 'unavailable'],
  ['answers with nothing', { body: {} }, 'unavailable'],
  ['answers null', { body: 'null' }, 'unavailable'],
  ['answers a list', { body: '[]' }, 'unavailable'],
  ['refuses our keys', { status: 401, body: quoteKeys() }, 'unavailable'],
  ['forbids it', { status: 403, body: quoteKeys() }, 'unavailable'],
  ['refuses it', { status: 400, body: quoteKeys() }, 'failed-precondition'],
  [
    'does not know it',
    { status: 404, body: { name: 'none', error: { message: 'none' } } },
    'not-found',
  ],
]

/** Makes Stripe quote the refused key in its error. */
function quoteKeys() {
  const message = `Invalid key: ${KEYS.stripe.secretKey}`
  return { name: 'any', error: { message, type: 'any' } }
}

describe.each(PAYMENT_PROVIDERS)('when $name', ({ connect }) => {
  let double: HttpDouble | undefined

  afterEach(async () => {
    await double?.close()
    double = undefined
  })

  async function connectTo(reply: Reply): Promise<PaymentProvider> {
    double = await openHttpDouble(({ path }) =>
      path.endsWith('/oauth2/token')
        ? { body: { access_token: 'canary_token', expires_in: 600 } }
        : reply,
    )
    return connect({ apiBase: double.url, timeoutMs: reply === 'hang' ? 300 : 60_000 })
  }

  test.each(FAULTS)('%s, every call fails with an error of ours', async (_, reply, code) => {
    const provider = await connectTo(reply)
    await expectFailures(provider, code)
  })

  test('is not there, every call fails soon', async () => {
    const gone = await openHttpDouble(() => 'hang')
    await gone.close()
    const startedAt = performance.now()
    await expectFailures(connect({ apiBase: gone.url, timeoutMs: 60_000 }), 'unavailable')
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})

async function expectFailures(provider: PaymentProvider, code: ErrorCode) {
  const calls = provider.name === 'stripe' ? [...CALLS, ...CALLS_OF_STRIPE] : CALLS
  const errors = await Promise.all(
    calls.map(async (call) => {
      try {
        return await call(provider)
      } catch (error) {
        return error
      }
    }),
  )
  for (const error of errors) {
    expect(error).toMatchObject({ name: 'AppError', code })
    const shown = inspect(error, { depth: 10, showHidden: true })
    expect(shown).toMatch(/\[cause\]/)
    expect(shown).not.toMatch(/canary/)
  }
}
