import { X509Certificate, type KeyObject } from 'node:crypto'
import { AppError } from '#contract/app-error.ts'
import { timedOut, unavailable, untrustedEvent } from '../../failures/failures.ts'
import type { Fetch } from '../../fetch.ts'

/** The most certificates that are kept. PayPal has a handful at a time; more are guessed names. */
const MAX_KEPT = 16

/**
 * The most certificates that are fetched at the same time, since anybody may send an event that
 * names one.
 */
const MAX_FETCHING = 4

const LONGEST_PEM = 64 * 1024
const LEAST_KEY_BITS = 2048
const PATH = /^\/v1\/notifications\/certs\/[\w-]+$/

const LIVE_BASES = ['https://api.paypal.com', 'https://api-m.paypal.com']
const SANDBOX_BASES = ['https://api.sandbox.paypal.com', 'https://api-m.sandbox.paypal.com']

export interface CertificateOptions {
  apiBase: string
  livemode: boolean
  fetch: Fetch
  timeoutMs: number
}

export interface Certificates {
  /**
   * Returns the public key of the certificate at `url`. Throws `invalid-argument`, without a
   * request, if the URL is not PayPal's, or if the certificate is not valid now; `unavailable`
   * while too many others are being fetched.
   */
  requireKey(url: string, now: number): Promise<KeyObject>
}

/**
 * Creates the store of the certificates with which PayPal signs its events, each fetched once.
 * Their authenticity rests on the TLS connection to PayPal's own host: hence no redirects, and no
 * host that a sender chooses.
 */
export function createCertificates(options: CertificateOptions): Certificates {
  const { livemode, apiBase } = options
  const bases = [...(livemode ? LIVE_BASES : SANDBOX_BASES), apiBase]
  const kept = new Map<string, Promise<X509Certificate>>()
  let askedFor = 0

  async function load(url: string): Promise<X509Certificate> {
    const known = kept.get(url)
    if (known !== undefined) return known
    if (askedFor >= MAX_FETCHING) throw unavailable('PayPal', new Error('Too many certificates.'))
    askedFor += 1
    const loading = fetchCertificate(url, options)
    kept.set(url, loading)
    for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest)
    try {
      return await loading
    } catch (error) {
      kept.delete(url)
      throw error
    } finally {
      askedFor -= 1
    }
  }

  return {
    requireKey: async (text, now) => {
      const url = requirePaypalUrl(text, bases)
      const certificate = await load(url)
      requireInForce(certificate, now)
      return certificate.publicKey
    },
  }
}

function requirePaypalUrl(text: string, bases: string[]): string {
  // The URL is normalised first, which resolves dots and shows credentials.
  const url = URL.parse(text)?.href ?? ''
  const isPaypal = bases.some((base) => url.startsWith(base) && PATH.test(url.slice(base.length)))
  if (isPaypal) return url
  throw untrustedEvent('PayPal', 'The certificate is not at PayPal.')
}

async function fetchCertificate(
  url: string,
  { fetch, timeoutMs }: CertificateOptions,
): Promise<X509Certificate> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, { redirect: 'error', signal })
    const text = await response.text()
    return parseCertificate(response.status, text)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw signal.aborted ? timedOut('PayPal', error) : unavailable('PayPal', error)
  }
}

function parseCertificate(status: number, pem: string): X509Certificate {
  if (status === 404) throw untrustedEvent('PayPal', 'PayPal has no such certificate.')
  if (status !== 200) throw new Error(`PayPal answered ${status} instead of a certificate.`)
  if (pem.length > LONGEST_PEM) throw new Error('The certificate is too long.')
  return new X509Certificate(pem)
}

function requireInForce({ validFromDate, validToDate, publicKey }: X509Certificate, now: number) {
  if (now < validFromDate.getTime() || now > validToDate.getTime()) {
    throw untrustedEvent('PayPal', 'The certificate is not in force.')
  }
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0
  if (publicKey.asymmetricKeyType !== 'rsa' || bits < LEAST_KEY_BITS) {
    throw untrustedEvent('PayPal', 'The certificate has a weak key.')
  }
}
