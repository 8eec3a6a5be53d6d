import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import type { PaypalAccount } from '../options.ts'

const SCRIPT = new URL(import.meta.resolve('#files/sandbox/paypal/browser/sdk.js'))

/** Creates the route of PayPal's script, `/sdk/js`, for pages with the account's client id. */
export function sdkRoute({ clientId }: PaypalAccount): FastifyPluginAsync {
  return async (app) => {
    const script = await readFile(SCRIPT, 'utf8')
    app.get<{ Querystring: { 'client-id'?: string } }>('/sdk/js', async ({ query }, reply) => {
      reply.headers({
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        // The page may be open under another host name of this machine.
        'cross-origin-resource-policy': 'cross-origin',
      })
      if (query['client-id'] === clientId) return reply.send(script)
      const problem = 'SDK Validation error: client-id not recognized'
      return reply.code(400).send(`throw new Error(${JSON.stringify(problem)})\n`)
    })
  }
}
