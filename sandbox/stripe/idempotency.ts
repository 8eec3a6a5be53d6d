import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forgetOldest } from '../forget-oldest.ts'
import type { ProviderDeps } from '../options.ts'
import type { Account } from './account.ts'
import { StripeRefusal, invalidRequest } from './errors.ts'
import type { AnswerRecord } from './records.ts'

/** Stripe may forget a key after a day; a busy account here does so sooner. */
const KEYS_KEPT = 10_000
const LONGEST_KEY = 255

/**
 * Answers a repeated request as the first one was answered, also where that was a failure of
 * Stripe's own. https://docs.stripe.com/api/idempotent_requests
 */
export function replayAnswers(
  app: FastifyInstance,
  account: Account,
  { changed }: Pick<ProviderDeps, 'changed'>,
): void {
  app.addHook('preHandler', async (request, reply) => {
    const key = keyOf(request)
    const kept = key === undefined ? undefined : findAnswer(account, key, request)
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
      forgetOldest(answers, KEYS_KEPT)
      changed()
    }
    return body
  })
}

function keyOf({ method, headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  return method === 'POST' && typeof key === 'string' ? key : undefined
}

/** Refuses a key under which something else was asked. */
function findAnswer(
  account: Account,
  key: string,
  request: FastifyRequest,
): AnswerRecord | undefined {
  if (key.length > LONGEST_KEY) {
    throw invalidRequest(`Idempotency keys must be at most ${LONGEST_KEY} characters long.`)
  }
  const kept = account.state.answers.get(key)
  if (kept === undefined || kept.fingerprint === fingerprintOf(request)) return kept
  throw new StripeRefusal(
    400,
    'idempotency_error',
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  )
}

/** What was refused before anything ran leaves its key free. */
function hasBegun(status: number): boolean {
  return status < 400 || status === 402 || status >= 500
}

function fingerprintOf({ url, body }: FastifyRequest): string {
  const text = typeof body === 'string' ? body : ''
  return createHash('sha256').update(`${url}\n${text}`).digest('base64')
}
