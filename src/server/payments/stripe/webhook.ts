import type { IncomingHttpHeaders } from 'node:http'
import Stripe from 'stripe'
import { messageOf } from '#contract/app-error.ts'
import { untrustedEvent } from '../failures/failures.ts'
import type { ProviderClock } from '../provider-clock.ts'
import type { ProviderEvent } from '../provider.ts'
import { readEvent } from './events.ts'

const TOLERANCE_SECONDS = 300

export interface VerifyOptions {
  ownIds: ReadonlySet<string>
  webhookSecret: string
  livemode: boolean
  clock: Pick<ProviderClock, 'nowNear'>
}

/**
 * Verifies and parses an event. Throws `invalid-argument` if it is not Stripe's, too old, from the
 * future or of another mode.
 */
export async function verifyStripeEvent(
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
  options: VerifyOptions,
): Promise<ProviderEvent> {
  const signature = requireSignature(headers)
  const times = findTimes(signature)
  const now = options.clock.nowNear(Math.max(...times) * 1000)
  requireNotFromFuture(times, now)
  const opened = await open(rawBody, signature, options, now)
  if (opened.livemode !== options.livemode) {
    throw untrustedEvent('Stripe', 'The event is of another mode.')
  }
  return opened.event
}

function requireSignature(headers: IncomingHttpHeaders): string {
  const signature = headers['stripe-signature']
  if (typeof signature === 'string') return signature
  throw untrustedEvent('Stripe', 'The signature is missing.')
}

/** Returns the times in a signature header, Unix seconds. */
function findTimes(signature: string): number[] {
  return [...signature.matchAll(/(?:^|,)t=([^,]*)/g)].map(([, seconds]) => Number(seconds))
}

/**
 * Throws if an event is from the future: the SDK rejects old ones, but accepts any time ahead of
 * ours.
 */
function requireNotFromFuture(times: readonly number[], now: number): void {
  const latest = now / 1000 + TOLERANCE_SECONDS
  if (times.every((seconds) => seconds <= latest)) return
  throw untrustedEvent('Stripe', 'The event is from the future.')
}

async function open(
  rawBody: Buffer,
  signature: string,
  { webhookSecret, ownIds }: VerifyOptions,
  now: number,
) {
  try {
    const event: unknown = await Stripe.webhooks.constructEventAsync(
      rawBody,
      signature,
      webhookSecret,
      TOLERANCE_SECONDS,
      undefined,
      now,
    )
    return readEvent(event, ownIds)
  } catch (error) {
    // The SDK's error carries the whole payload, which has no place in a log.
    throw untrustedEvent('Stripe', messageOf(error))
  }
}
