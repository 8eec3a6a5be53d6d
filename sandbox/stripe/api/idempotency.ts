import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forgetOldest } from '../../forget-oldest.ts'
import type { ProviderDeps } from '../../options.ts'
import type { Account } from '../account/account.ts'
import { StripeError, invalidRequest } from '../errors.ts'
import type { AnswerRecord } from '../records/records.ts'

/**
 * The most idempotency keys to keep. Stripe may forget a key after a day; a busy account here does
 * so sooner.
 */
const MAX_KEYS = 10_000
const MAX_KEY_LENGTH = 255

/**
 * Repeats the response to a repeated request, including an error of Stripe's own.
 * https://docs.stripe.com/api/idempotent_requests
 */
export function replayResponses(
  app: FastifyInstance,
  account: Account,
  { changed }: Pick<ProviderDeps, 'changed'>,
): void {
  app.addHook('preHandler', async (request, reply) => {
    const key = keyOf(request)
    const kept = key === undefined ? undefined : findResponse(account, key, request)
    if (kept === undefined) return
    reply.header('idempotent-replayed', 'true').code(kept.status).type('application/json')
    await reply.send(kept.body)
  })
  app.addHook('onSend', async (request, reply, body) => {
    const key = keyOf(request)
    const isReplay = reply.hasHeader('idempotent-replayed')
    if (key !== undefined && !isReplay && hasBegun(reply.statusCode)) {
      const { answers } = account.state
      const answer = { status: reply.statusCode, body: String(body) }
      answers.set(key, { id: key, fingerprint: fingerprintOf(request), ...answer })
      forgetOldest(answers, MAX_KEYS)
      changed()
    }
    return body
  })
}

function keyOf({ method, headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  return method === 'POST' && typeof key === 'string' ? key : undefined
}

/** Returns the stored response of a key; throws if the key was used for another request. */
function findResponse(
  account: Account,
  key: string,
  request: FastifyRequest,
): AnswerRecord | undefined {
  if (key.length > MAX_KEY_LENGTH) {
    throw invalidRequest(`Idempotency keys must be at most ${MAX_KEY_LENGTH} characters long.`)
  }
  const kept = account.state.answers.get(key)
  if (kept === undefined || kept.fingerprint === fingerprintOf(request)) return kept
  throw new StripeError(
    400,
    'idempotency_error',
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  )
}

/** Returns whether the request ran; one that was refused before leaves its key free. */
function hasBegun(status: number): boolean {
  return status < 400 || status === 402 || status >= 500
}

function fingerprintOf({ url, body }: FastifyRequest): string {
  const text = typeof body === 'string' ? body : ''
  return createHash('sha256').update(`${url}\n${text}`).digest('base64')
}
