import type { Access } from '../guards/access.ts'

/** A way to open an operation: all schemes that it names, with the permissions of the role. */
export type SecurityRequirement = Record<string, readonly string[]>

/** How a caller shows who they are. */
export type SecurityScheme = { description: string } & (
  | { type: 'apiKey'; in: 'cookie' | 'header'; name: string }
  | { type: 'http'; scheme: 'bearer' }
)

/** The schemes that are the same on every server of this program; providers add their signatures. */
export function listSchemes(sessionCookie: string): Record<string, SecurityScheme> {
  const cookie = { type: 'apiKey', in: 'cookie', name: sessionCookie } as const
  return {
    session: {
      ...cookie,
      description:
        'The cookie of a login. Where permissions are named, the role in the hosts’ team must have one of them.',
    },
    secondFactor: {
      ...cookie,
      description:
        'The same login, which with real money has shown its second factor in the last 10 minutes.',
    },
    operatorToken: {
      type: 'http',
      scheme: 'bearer',
      description:
        'The operator’s token from the data folder. Without it the route does not seem to exist.',
    },
  }
}

/** Returns the scheme of a provider whose signature is in a header. */
export function toSignatureScheme(header: string): SecurityScheme {
  return {
    type: 'apiKey',
    in: 'header',
    name: header,
    description: 'The provider’s signature over the bytes of the body.',
  }
}

/** Returns the name of the scheme of a provider: `stripeSignature` for `/api/webhooks/stripe`. */
export function signatureName(path: string): string {
  return `${path.slice(path.lastIndexOf('/') + 1)}Signature`
}

/** Returns the ways to open a route; none is needed where the list is empty. */
export function toSecurity(access: Access | undefined, path: string): SecurityRequirement[] {
  if (access === undefined) return []
  if (access === 'session') return [{ session: [] }]
  if (access === 'operator') return [{ operatorToken: [] }]
  if (access === 'local') return [{}, { operatorToken: [] }]
  if (access === 'signature') return [{ [signatureName(path)]: [] }]
  const { permissions, stepUp } = access
  return permissions.map((one) =>
    stepUp ? { session: [one], secondFactor: [] } : { session: [one] },
  )
}
