import { verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import { untrustedEvent } from '../../failures/failures.ts'
import { createCertificates, type CertificateOptions } from './certificates.ts'
import { readEvent } from './events.ts'
import type { ProviderClock } from '../../provider-clock.ts'
import type { PaymentProvider, ProviderEvent } from '../../provider.ts'

/**
 * The greatest age of an event. PayPal repeats a delivery for three days, and does not document
 * whether it renews the time.
 */
const LONGEST_AGE_MS = 4 * 24 * 60 * 60 * 1000
const CLOCK_SKEW_MS = 5 * 60 * 1000

export interface VerifierOptions extends CertificateOptions {
  webhookId: string
  clock: Pick<ProviderClock, 'nowNear'>
  ownIds: ReadonlySet<string>
}

interface Transmission {
  id: string
  time: string
  certUrl: string
  signature: string
}

/**
 * Creates the verifier of events, which needs no request to PayPal for each. The signature covers
 * only a CRC-32 of the body, for which another body can be forged, so an event only points to the
 * payment to fetch.
 */
export function createEventVerifier(options: VerifierOptions): PaymentProvider['verifyEvent'] {
  const certificates = createCertificates(options)

  return async (rawBody, headers) => {
    const transmission = requireTransmission(headers)
    const sentAt = Date.parse(transmission.time)
    const now = options.clock.nowNear(sentAt)
    requireOfNow(sentAt, now)
    const key = await certificates.requireKey(transmission.certUrl, now)
    const { id, time } = transmission
    const signed = Buffer.from(`${id}|${time}|${options.webhookId}|${crc32(rawBody)}`)
    if (!verify('RSA-SHA256', signed, key, Buffer.from(transmission.signature, 'base64'))) {
      throw untrustedEvent('PayPal', 'The signature does not match.')
    }
    return readBody(rawBody, options.ownIds)
  }
}

function requireTransmission(headers: IncomingHttpHeaders): Transmission {
  if (requireHeader(headers, 'paypal-auth-algo') !== 'SHA256withRSA') {
    throw untrustedEvent('PayPal', 'The signature is of an unknown kind.')
  }
  return {
    id: requireHeader(headers, 'paypal-transmission-id'),
    time: requireHeader(headers, 'paypal-transmission-time'),
    certUrl: requireHeader(headers, 'paypal-cert-url'),
    signature: requireHeader(headers, 'paypal-transmission-sig'),
  }
}

function requireHeader(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  if (typeof value === 'string' && value !== '') return value
  throw untrustedEvent('PayPal', `The header ${name} is missing.`)
}

function requireOfNow(sentAt: number, now: number): void {
  if (sentAt >= now - LONGEST_AGE_MS && sentAt <= now + CLOCK_SKEW_MS) return
  throw untrustedEvent('PayPal', 'The event is not of now.')
}

function readBody(rawBody: Buffer, ownIds: ReadonlySet<string>): ProviderEvent {
  try {
    return readEvent(JSON.parse(rawBody.toString('utf8')), ownIds)
  } catch (error) {
    throw untrustedEvent('PayPal', 'The body is not an event.', error)
  }
}
