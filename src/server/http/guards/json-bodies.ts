import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/app-error.ts'

/** The largest JSON body that any route takes. */
export const BODY_LIMIT_BYTES = 16 * 1024

/** Accepts only JSON bodies; an empty one counts as none. */
export function takeOnlyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    return void parseJson(request, String(body), (error, value) => {
      done(error ?? findFault(String(body), value), value)
    })
  })
}

/** Returns an error for JSON that parsers accept but interpret differently. */
function findFault(json: string, parsed: unknown): AppError | null {
  if (hasBrokenText(parsed)) {
    return invalid('The request has text with characters that do not exist.')
  }
  return hasRepeatedKey(json) ? invalid('The request says something twice.') : null
}

function invalid(message: string): AppError {
  return new AppError('invalid-argument', message)
}

/**
 * Returns whether a string has a NUL, which PostgreSQL cannot store, or half of a surrogate pair.
 */
function hasBrokenText(parsed: unknown): boolean {
  // The list grows during the loop instead of a recursion: a body may be nested deeper than the
  // stack.
  const left: unknown[] = [parsed]
  for (const value of left) {
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return true
    if (typeof value !== 'object' || value === null) continue
    const members: unknown[] = Object.values(value)
    left.push(...Object.keys(value), ...members)
  }
  return false
}

const TOKENS = /("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g

/** Returns whether an object in this text, which must be JSON, has a key more than once. */
function hasRepeatedKey(json: string): boolean {
  const open: Set<unknown>[] = []
  for (const [token, key] of json.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set())
    if (token === '}') open.pop()
    if (key === undefined) continue
    const keys = open.at(-1)
    // Keys are compared as parsed, because a character may also be written as an escape.
    const name: unknown = JSON.parse(key)
    if (keys?.has(name)) return true
    keys?.add(name)
  }
  return false
}
