import { join } from 'node:path'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { createSandbox } from '../../sandbox/main.ts'
import type { ProviderKeys } from '#server/payments/registry.ts'
import type { Config } from './config.ts'
import { isLocalRequest } from '#server/http/guards/local-requests.ts'
import { isLoopbackHostname } from '#server/http/guards/loopback.ts'
import { isOperator } from '#server/http/guards/operator.ts'
import type { Secrets } from './secrets.ts'

/** The stand-ins for the providers inside this server, and the keys that lead to them. */
export interface EmbeddedSandbox {
  keys: ProviderKeys
  /** The address for this server itself. */
  url: string
  routes: FastifyPluginAsync
  start(): Promise<void>
  close(): Promise<void>
}

export function embedSandbox({
  config,
  secrets: { sandboxKey: key, operatorToken },
  logger,
  ownUrl,
}: {
  config: Config
  secrets: Secrets
  logger: Logger
  /** The address at which this process reaches itself; at PORT by default. */
  ownUrl?: string | undefined
}): EmbeddedSandbox {
  // The adapters reach the sandbox as they reach the providers: over HTTP.
  const own = ownUrl ?? `http://${loopback(config.host)}:${config.port}`
  const stripe = { secretKey: `sk_test_${key}`, webhookSecret: `whsec_${key}`, apiBase: own }
  const paypal = {
    clientId: 'sandbox',
    clientSecret: key,
    webhookId: 'WH-SANDBOX',
    apiBase: `${own}/_sandbox/paypal`,
    sdkBase: `${config.publicUrl}/_sandbox/paypal`,
  }
  const sandbox = createSandbox({
    publicUrl: config.publicUrl,
    stripe: { ...stripe, webhookUrl: `${own}/api/webhooks/stripe` },
    paypal: { ...paypal, webhookUrl: `${own}/api/webhooks/paypal` },
    dataFile: join(config.dataDir, 'sandbox.json'),
    mayControl: controlGuard(config, operatorToken),
    logger,
  })
  return {
    keys: { stripe, paypal },
    url: own,
    routes: async (app) => {
      await app.register(sandbox.stripeApi)
      await app.register(sandbox.routes, { prefix: '/_sandbox' })
    },
    start: () => sandbox.start(),
    close: () => sandbox.close(),
  }
}

/**
 * Returns the guard of the sandbox's control routes, which lets in programs of this machine and
 * requests with the operator's token. Where visitors come by another name there is a proxy, perhaps
 * one whose requests look like this machine's own: then it takes the token.
 */
export function controlGuard(
  { publicUrl, trustedProxies }: Pick<Config, 'publicUrl' | 'trustedProxies'>,
  operatorToken: string,
): (request: FastifyRequest) => boolean {
  const isPrivate = isLoopbackHostname(new URL(publicUrl).hostname) && trustedProxies.length === 0
  return (request) => isOperator(request, operatorToken) || (isPrivate && isLocalRequest(request))
}

/** Returns the address at which this machine reaches a server that listens on `host`. */
function loopback(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
