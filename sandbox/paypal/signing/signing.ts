import { createHash, sign, verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { SigningKey } from '../../options.ts'
import { makeSigningKey } from './certificate.ts'

const ALGORITHM = 'SHA256withRSA'

/** The values that PayPal sends with an event, and needs to verify one. */
export interface Transmission {
  id: string
  time: string
  webhookId: string
  /** The event's exact text, as it was sent. */
  body: string
}

export function createSigningKey(): SigningKey {
  return makeSigningKey('messageverificationcerts.sandbox')
}

/**
 * Returns the certificate's name in its URL; it differs for each key, since clients cache
 * certificates.
 */
export function certificateName({ certificate }: SigningKey): string {
  return `CERT-${createHash('sha256').update(certificate).digest('hex').slice(0, 24)}`
}

/**
 * Returns the headers of an event:
 * https://developer.paypal.com/api/rest/webhooks/rest/#link-eventheaders
 */
export function signatureHeaders(
  key: SigningKey,
  {
    id,
    body,
    webhookId,
    now,
    certUrl,
  }: Omit<Transmission, 'time'> & { now: number; certUrl: string },
): Record<string, string> {
  const time = new Date(now).toISOString()
  const signed = signedText({ id, time, webhookId, body })
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': sign('sha256', signed, key.privateKey).toString('base64'),
    'paypal-cert-url': certUrl,
    'paypal-auth-algo': ALGORITHM,
  }
}

export function isSignedBy(
  key: SigningKey,
  transmission: Transmission,
  algorithm: string,
  signature: string,
): boolean {
  const { publicKey } = new X509Certificate(key.certificate)
  const bytes = Buffer.from(signature, 'base64')
  return algorithm === ALGORITHM && verify('sha256', signedText(transmission), publicKey, bytes)
}

function signedText({ id, time, webhookId, body }: Transmission): Buffer {
  return Buffer.from(`${id}|${time}|${webhookId}|${crc32(body)}`)
}
