import { createHash } from 'node:crypto'
import { StripeRefusal } from './errors.ts'

interface Kept {
  fingerprint: string
  status: number
  body: string
}

/**
 * Answers a repeated request as the first one was answered, whatever that was.
 * https://docs.stripe.com/api/idempotent_requests
 */
export class IdempotencyKeys {
  readonly #kept = new Map<string, Kept>()

  /** The answer to an earlier request under this key; refuses one that asked something else. */
  find(key: string, path: string, body: string): Pick<Kept, 'status' | 'body'> | undefined {
    const kept = this.#kept.get(key)
    if (kept === undefined || kept.fingerprint === fingerprint(path, body)) return kept
    throw new StripeRefusal(
      400,
      'idempotency_error',
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  }

  keep(
    key: string,
    path: string,
    requestBody: string,
    answer: Pick<Kept, 'status' | 'body'>,
  ): void {
    this.#kept.set(key, { fingerprint: fingerprint(path, requestBody), ...answer })
  }
}

function fingerprint(path: string, body: string): string {
  return createHash('sha256').update(`${path}\n${body}`).digest('base64')
}
