import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/app-error.ts'

/** The largest JSON body that any route takes. */
export const BODY_LIMIT_BYTES = 16 * 1024

/** JSON is the only body that routes take; an empty one counts as none. */
export function takeOnlyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    return void parseJson(request, String(body), (error, value) => {
      if (error === null && hasBrokenText(value)) done(brokenText())
      else done(error, value)
    })
  })
}

/** Whether a text has a NUL, which PostgreSQL cannot keep, or half of a surrogate pair. */
function hasBrokenText(parsed: unknown): boolean {
  // Grows while it is walked: a body may be nested deeper than the stack.
  const left: unknown[] = [parsed]
  for (const value of left) {
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return true
    if (typeof value !== 'object' || value === null) continue
    const members: unknown[] = Object.values(value)
    left.push(...Object.keys(value), ...members)
  }
  return false
}

function brokenText(): AppError {
  return new AppError('invalid-argument', 'The request has text with characters that do not exist.')
}
