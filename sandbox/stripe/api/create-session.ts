import { z } from 'zod'
import { invalidRequest } from '../errors.ts'
import type { FormObject } from './form-body.ts'
import type { SessionDraft } from '../records/new-records.ts'

const MIN_CENTS = 50
const MAX_CENTS = 99_999_999
const DEFAULT_LIFE_S = 24 * 60 * 60
const SHORTEST_LIFE_S = 30 * 60

const wholeNumber = z.string().regex(/^\d+$/).transform(Number)
const metadata = z.record(z.string().max(40), z.string().max(500)).default({})

// The hosted page redirects payers there, and names the origin in its policy.
const httpUrl = z.string().refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''))

/** The parameters that the sandbox knows; like Stripe, it refuses unknown ones. */
const paramsSchema = z.strictObject({
  mode: z.literal('payment'),
  ui_mode: z.literal('hosted_page').optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  line_items: z.tuple([
    z.strictObject({
      quantity: wholeNumber.refine((quantity) => quantity === 1),
      price_data: z.strictObject({
        currency: z.string().regex(/^[a-z]{3}$/),
        unit_amount: wholeNumber,
        product_data: z.strictObject({
          name: z.string().min(1),
          description: z.string().optional(),
        }),
      }),
    }),
  ]),
  client_reference_id: z.string().max(200).optional(),
  metadata,
  payment_intent_data: z
    .strictObject({ metadata, description: z.string().optional() })
    .default({ metadata: {} }),
  adaptive_pricing: z.strictObject({ enabled: z.enum(['true', 'false']) }).optional(),
  allowed_payment_method_types: z.array(z.string()).optional(),
  expires_at: wholeNumber.optional(),
  success_url: httpUrl,
  cancel_url: httpUrl.optional(),
  expand: z.array(z.string()).optional(),
})

/**
 * Parses the parameters of `POST /v1/checkout/sessions`; times in Unix seconds.
 * https://docs.stripe.com/api/checkout/sessions/create
 */
export function readSessionParams(form: FormObject, times: Times): SessionDraft {
  const parsed = paramsSchema.safeParse(form)
  if (!parsed.success) throw refusalOf(parsed.error)
  const params = parsed.data
  const [{ price_data }] = params.line_items
  requireAmount(price_data.unit_amount)
  return {
    expiresAt: readExpiry(params.expires_at, times),
    amount: price_data.unit_amount,
    currency: price_data.currency,
    productName: price_data.product_data.name,
    clientReferenceId: params.client_reference_id ?? null,
    metadata: params.metadata,
    intentMetadata: params.payment_intent_data.metadata,
    successUrl: params.success_url,
    cancelUrl: params.cancel_url ?? null,
    submitType: params.submit_type ?? null,
  }
}

function refusalOf({ issues }: z.ZodError) {
  const [issue] = issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const path = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])]
  const [head = '', ...rest] = path.map(String)
  const param = head + rest.map((part) => `[${part}]`).join('')
  return unknown === undefined
    ? invalidRequest(`Invalid or missing parameter: ${param}`, param)
    : invalidRequest(`Received unknown parameter: ${param}`, param)
}

function requireAmount(cents: number): void {
  if (cents < MIN_CENTS) {
    throw invalidRequest("The Checkout Session's total amount must convert to at least 50 cents.")
  }
  if (cents > MAX_CENTS) {
    throw invalidRequest(
      `This value must be less than or equal to ${MAX_CENTS}.`,
      'line_items[0][price_data][unit_amount]',
    )
  }
}

interface Times {
  now: number
  hostNow: number
}

/** Returns the expiry; a shop that was not put forward with the sandbox uses the host's clock. */
function readExpiry(asked: number | undefined, { now, hostNow }: Times): number {
  if (asked === undefined) return now + DEFAULT_LIFE_S
  const life = [asked - now, asked - hostNow].find(isLifetime)
  if (life !== undefined) return now + life
  throw invalidRequest(
    'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
    'expires_at',
  )
}

function isLifetime(seconds: number): boolean {
  return seconds >= SHORTEST_LIFE_S - 60 && seconds <= DEFAULT_LIFE_S + 60
}
