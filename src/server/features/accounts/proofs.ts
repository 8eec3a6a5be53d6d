import { isAPIError } from 'better-auth/api'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/app-error.ts'
import { isTotp } from './bodies.ts'
import { headersFor } from './auth-calls.ts'
import type { Auth } from './auth.ts'
import { toRefusal } from './sentences.ts'

/** Fails unless this is the password of the account that makes the request. */
export async function requirePassword(
  auth: Auth,
  request: FastifyRequest,
  password: string,
): Promise<void> {
  const headers = headersFor(request)
  await prove(() => auth.api.verifyPassword({ body: { password }, headers }))
}

/** Fails unless this is a valid code of the second factor of the account that makes the request. */
export async function requireCode(
  auth: Auth,
  request: FastifyRequest,
  code: string,
): Promise<void> {
  const headers = headersFor(request)
  await prove(() =>
    isTotp(code)
      ? auth.api.verifyTOTP({ body: { code }, headers })
      : auth.api.verifyBackupCode({ body: { code, disableSession: true }, headers }),
  )
}

async function prove(ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (!isAPIError(error)) throw error
    const { code, message } = toRefusal(error.statusCode, { ...error.body })
    const isLimit = error.statusCode === 429
    throw new AppError(isLimit ? 'resource-exhausted' : 'invalid-argument', message, {
      reason: code,
      cause: error,
    })
  }
}
