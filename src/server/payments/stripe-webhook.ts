import type { IncomingHttpHeaders } from 'node:http'
import Stripe from 'stripe'
import { untrustedEvent } from './failures.ts'
import type { ProviderEvent } from './provider.ts'
import { eventSchema, type EventSubject } from './stripe-schemas.ts'

const TOLERANCE_SECONDS = 300

interface VerifyOptions {
  webhookSecret: string
  livemode: boolean
  clock: () => number
}

/** Fails with `invalid-argument` where the event is not Stripe's, not of now, or of another mode. */
export async function verifyStripeEvent(
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
  { webhookSecret, livemode, clock }: VerifyOptions,
): Promise<ProviderEvent> {
  const now = clock()
  const signature = requireSignature(headers)
  requireNotFromFuture(signature, now)
  const event = await open(rawBody, signature, webhookSecret, now)
  if (event.livemode !== livemode) throw untrustedEvent('Stripe', 'The event is of another mode.')
  return { id: event.id, type: event.type, ...toRefs(event.data.object) }
}

function requireSignature(headers: IncomingHttpHeaders): string {
  const signature = headers['stripe-signature']
  if (typeof signature === 'string') return signature
  throw untrustedEvent('Stripe', 'The signature is missing.')
}

/** The SDK refuses what is too old, but takes any time ahead of ours. */
function requireNotFromFuture(signature: string, now: number): void {
  const times = [...signature.matchAll(/(?:^|,)t=([^,]*)/g)].map(([, seconds]) => Number(seconds))
  const latest = now / 1000 + TOLERANCE_SECONDS
  if (times.every((seconds) => seconds <= latest)) return
  throw untrustedEvent('Stripe', 'The event is from the future.')
}

async function open(rawBody: Buffer, signature: string, secret: string, now: number) {
  try {
    const event: unknown = await Stripe.webhooks.constructEventAsync(
      rawBody,
      signature,
      secret,
      TOLERANCE_SECONDS,
      undefined,
      now,
    )
    return eventSchema.parse(event)
  } catch (error) {
    // The SDK's error carries the whole payload, which has no place in a log.
    throw untrustedEvent('Stripe', error instanceof Error ? error.message : 'unknown')
  }
}

/**
 * A session is named only by its own events. What follows a payment (refunds, disputes) names the
 * charge, by which the ledger knows it.
 */
function toRefs(subject: EventSubject): Pick<ProviderEvent, 'paymentRef' | 'captureId'> {
  if ('charge' in subject) return { paymentRef: null, captureId: subject.charge }
  if ('latest_charge' in subject) return { paymentRef: null, captureId: subject.latest_charge }
  if (!('id' in subject)) return { paymentRef: null, captureId: null }
  return subject.object === 'charge'
    ? { paymentRef: null, captureId: subject.id }
    : { paymentRef: subject.id, captureId: null }
}
