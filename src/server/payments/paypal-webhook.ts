import { verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import { untrustedEvent } from './failures.ts'
import { createCertificates, type CertificateOptions } from './paypal-certificates.ts'
import { eventSchema, type EventResource } from './paypal-schemas.ts'
import type { PaymentProvider, ProviderEvent } from './provider.ts'

/** PayPal repeats a delivery for three days, and does not say whether it dates it anew. */
const LONGEST_AGE_MS = 4 * 24 * 60 * 60 * 1000
const CLOCK_SKEW_MS = 5 * 60 * 1000

export interface VerifierOptions extends CertificateOptions {
  webhookId: string
}

interface Transmission {
  id: string
  time: string
  certUrl: string
  signature: string
}

/**
 * Verifies events without asking PayPal about each. The signature covers only a CRC-32 of the body,
 * for which another body can be made: an event tells where to look, and nothing else.
 */
export function createEventVerifier(options: VerifierOptions): PaymentProvider['verifyEvent'] {
  const certificates = createCertificates(options)

  return async (rawBody, headers) => {
    const transmission = requireTransmission(headers)
    const now = options.clock()
    requireOfNow(transmission.time, now)
    const key = await certificates.requireKey(transmission.certUrl, now)
    const { id, time } = transmission
    const signed = Buffer.from(`${id}|${time}|${options.webhookId}|${crc32(rawBody)}`)
    if (!verify('RSA-SHA256', signed, key, Buffer.from(transmission.signature, 'base64'))) {
      throw untrustedEvent('PayPal', 'The signature does not match.')
    }
    return readEvent(rawBody)
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

function requireOfNow(time: string, now: number): void {
  const sentAt = Date.parse(time)
  if (sentAt >= now - LONGEST_AGE_MS && sentAt <= now + CLOCK_SKEW_MS) return
  throw untrustedEvent('PayPal', 'The event is not of now.')
}

function readEvent(rawBody: Buffer): ProviderEvent {
  try {
    const { id, event_type, resource } = eventSchema.parse(JSON.parse(rawBody.toString('utf8')))
    return {
      id,
      type: event_type,
      paymentRef: findOrderId(event_type, resource),
      captureId: findCaptureId(event_type, resource),
    }
  } catch (error) {
    throw untrustedEvent('PayPal', 'The body is not an event.', error)
  }
}

function findOrderId(type: string, resource: EventResource): string | null {
  if (type.startsWith('CHECKOUT.ORDER.')) return resource.id ?? null
  return resource.supplementary_data?.related_ids?.order_id ?? resource.order_id ?? null
}

function findCaptureId(type: string, resource: EventResource): string | null {
  if (type.startsWith('CUSTOMER.DISPUTE.')) {
    return resource.disputed_transactions?.[0]?.seller_transaction_id ?? null
  }
  if (!type.startsWith('PAYMENT.CAPTURE.')) return null
  return isRefund(type) ? findCaptureOfRefund(resource) : (resource.id ?? null)
}

function isRefund(type: string): boolean {
  return type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED'
}

/** A refund names its capture only by a link to it. */
function findCaptureOfRefund({ links }: EventResource): string | null {
  const capture = links?.find(({ rel }) => rel === 'up')?.href
  return capture?.match(/\/v2\/payments\/captures\/([\w-]+)$/)?.[1] ?? null
}
