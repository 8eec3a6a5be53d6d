import { randomFillSync } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { AppError } from '#contract/app-error.ts'

export interface SecurityOptions {
  publicUrl: string
  /** The sources that the page loads besides our own: those of the providers' scripts. */
  pageSources: readonly string[]
}

const REFERRER_POLICY = 'strict-origin-when-cross-origin' as const

const YEAR_S = 365 * 24 * 60 * 60

/**
 * The features that the page needs none of. What it uses (sound, full screen, passkeys, copying a
 * link) is allowed to its own origin by default, so that it need not be named in every response.
 */
const PERMISSIONS = `
  accelerometer camera clipboard-read display-capture encrypted-media geolocation gyroscope hid
  idle-detection local-fonts magnetometer microphone midi payment picture-in-picture serial usb
  xr-spatial-tracking`
  .trim()
  .split(/\s+/)
  .map((feature) => `${feature}=()`)
  .join(', ')

const NONCE_BYTES = 16

/** The length of a nonce in a document, characters: base64 writes 3 bytes as 4. */
export const NONCE_LENGTH = Math.ceil(NONCE_BYTES / 3) * 4

/** Random bytes for the next nonces, filled together: one call for each costs ten times as much. */
const pool = Buffer.alloc(256 * NONCE_BYTES)
let used = pool.length

function createNonce(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += NONCE_BYTES
  return pool.toString('base64', used - NONCE_BYTES, used)
}

const nonces = new WeakMap<IncomingMessage, string>()

/** Returns the nonce with which this response's policy lets scripts and styles run. */
export function nonceOf(request: FastifyRequest): string {
  const nonce = nonces.get(request.raw)
  if (nonce === undefined) throw new Error('The security headers are not installed on this route.')
  return nonce
}

/**
 * Adds the response headers of everything the product serves, and refuses requests of pages of
 * other origins.
 */
export async function installSecurity(
  app: FastifyInstance,
  options: SecurityOptions,
): Promise<void> {
  const { constant, policy } = composeHeaders(options)
  app.addHook('onRequest', (request, reply, done) => {
    const nonce = createNonce()
    nonces.set(request.raw, nonce)
    reply.headers(constant).header(POLICY, policy.join(nonce))
    done()
  })
  const origins = ownOrigins(options.publicUrl)
  app.addHook('onRequest', async (request) => refuseOtherOrigins(request, origins))
}

/** Returns the headers for responses that no route gives, and so no plugin adds headers to. */
export function bareHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': REFERRER_POLICY,
    'permissions-policy': PERMISSIONS,
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains`,
    }),
  }
}

const POLICY = 'content-security-policy'

/** Stands in the policy for the nonce, which alone is another in each response. */
const NONCE_SLOT = 'NONCE'

interface ComposedHeaders {
  /** The headers that are the same in all responses. */
  constant: Record<string, string>
  /** The parts of the policy between its nonces. */
  policy: string[]
}

/** Has helmet write its headers once: to compose them for each response took 6 % of its cost. */
function composeHeaders({ publicUrl, pageSources }: SecurityOptions): ComposedHeaders {
  const https = publicUrl.startsWith('https:')
  const scripts = ["'self'", `'nonce-${NONCE_SLOT}'`, ...pageSources]
  const writeHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: scripts,
        styleSrc: scripts,
        imgSrc: ["'self'", 'data:', ...pageSources],
        connectSrc: ["'self'", ...pageSources],
        frameSrc: ["'self'", ...pageSources],
        childSrc: ["'self'", ...pageSources],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: REFERRER_POLICY },
    strictTransportSecurity: https && { maxAge: YEAR_S, includeSubDomains: true },
    xFrameOptions: { action: 'deny' as const },
    // Both are of browsers that are gone; the headers share the first flight with the document.
    xDownloadOptions: false,
    xXssProtection: false,
  })
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  writeHeaders(response.req, response, (cause) => {
    if (cause !== undefined) throw new Error('Helmet has no headers for these options.', { cause })
  })
  // Helmet has no option for Permissions-Policy.
  response.setHeader('permissions-policy', PERMISSIONS)
  const { [POLICY]: policy, ...constant } = response.getHeaders()
  return {
    constant: Object.fromEntries(
      Object.entries(constant).map(([name, text]) => [name, String(text)]),
    ),
    policy: String(policy).split(NONCE_SLOT),
  }
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses requests from pages of other origins, by the Origin that the browser sends, unless they
 * only read.
 */
function refuseOtherOrigins(request: FastifyRequest, origins: ReadonlySet<string>): void {
  if (SAFE_METHODS.has(request.method) || request.routeOptions.config.machine) return
  const { origin } = request.headers
  const crossSite = request.headers['sec-fetch-site'] === 'cross-site'
  if (crossSite || (origin !== undefined && !origins.has(origin))) {
    throw new AppError('permission-denied', 'This request came from another site.')
  }
}

/**
 * Returns the origins under which the page may be open: the public one, and on a loopback address
 * all of its names, since people type any of them.
 */
export function ownOrigins(publicUrl: string): ReadonlySet<string> {
  const url = new URL(publicUrl)
  const names = ['localhost', '127.0.0.1', '[::1]']
  if (!names.includes(url.hostname)) return new Set([url.origin])
  const port = url.port === '' ? '' : `:${url.port}`
  return new Set(names.map((name) => `${url.protocol}//${name}${port}`))
}

/** Returns the origin to which a payer is sent back: the one under which their page is open. */
export function returnOrigin({ headers: { origin } }: FastifyRequest, publicUrl: string): string {
  return origin !== undefined && ownOrigins(publicUrl).has(origin) ? origin : publicUrl
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route for machines that sign their requests, and send no meaningful Origin. */
    machine?: boolean
  }
}
