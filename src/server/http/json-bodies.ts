import type { FastifyInstance } from 'fastify'

/** The largest JSON body that any route takes. */
export const BODY_LIMIT_BYTES = 16 * 1024

/** JSON is the only body that routes take; an empty one counts as none. */
export function takeOnlyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, String(body), done)
  })
}
