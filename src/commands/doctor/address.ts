import { z } from 'zod'
import { PROVIDERS, type ProviderName } from '#contract/checkout-states.ts'
import { requestEchoSchema, type RequestEcho } from '#contract/host/diagnosis.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { Config } from '#server/config.ts'
import { deriveEchoToken } from '#server/infra/echo-token.ts'
import { describeReason } from '#server/infra/state-log.ts'
import { labelOf } from '#server/payments/registry.ts'
import { ok, trouble, unknown, type Finding } from './finding.ts'

const TIMEOUT_MS = 10_000

type Settings = Pick<Config, 'publicUrl' | 'trustedProxies' | 'payments' | 'providerKeys'>

/** Asks the server through `PUBLIC_URL`, as visitors and providers do, while it runs. */
export async function checkAddress(config: Settings, authSecret: string): Promise<Finding[]> {
  const { publicUrl } = config
  try {
    const response = await call(`${publicUrl}${HOST_ROUTES.requestEcho}`, {
      headers: { authorization: `Bearer ${deriveEchoToken(authSecret)}` },
    })
    if (response.status !== 200) return [trouble('Address', describeStranger(publicUrl, response))]
    const echo = requestEchoSchema.parse(await response.json())
    return [
      ok('Address', `${publicUrl} leads to this installation, as tried from this machine.`),
      ...judgeEcho(config, echo),
      ...(await Promise.all(offeredProviders(config).map((name) => checkWebhook(publicUrl, name)))),
    ]
  } catch (error) {
    const remedy = 'Check the name in DNS, the proxy, and its certificate.'
    return [
      trouble('Address', `${publicUrl} cannot be reached (${describeReason(error)}). ${remedy}`),
    ]
  }
}

function describeStranger(publicUrl: string, { status, headers }: Response): string {
  const location = headers.get('location')
  const what = location === null ? `answered ${status}` : `redirected to ${location}`
  return `${publicUrl} ${what}, and not as this server does. It leads elsewhere, to a node with another AUTH_SECRET, or the proxy drops the Authorization header: check DNS and the proxy.`
}

/** Returns what is wrong with what the proxies tell the server of a request that came through them. */
export function judgeEcho(
  { publicUrl, trustedProxies }: Pick<Settings, 'publicUrl' | 'trustedProxies'>,
  echo: RequestEcho,
): Finding[] {
  const faults = findFaults(new URL(publicUrl), trustedProxies, echo)
  if (faults.length > 0) return faults.map((fault) => trouble('Proxy headers', fault))
  const seen = `the server sees the client ${echo.clientAddress} by ${echo.protocol}`
  return [ok('Proxy headers', `Asked through PUBLIC_URL, ${seen}.`)]
}

function findFaults(publicUrl: URL, proxies: readonly string[], echo: RequestEcho): string[] {
  const { host, forwardedFor, forwardedProtocol, clientAddress, peerAddress, protocol } = echo
  const faults: string[] = []
  if (host !== publicUrl.host) {
    faults.push(
      `The proxy passes on the Host ${host ?? 'of nobody'} instead of ${publicUrl.host}. Have it pass on the visitor's.`,
    )
  }
  if (
    forwardedFor !== null &&
    clientAddress === peerAddress &&
    !forwardedFor.includes(peerAddress)
  ) {
    faults.push(
      `The proxy at ${peerAddress} is not trusted, so all visitors count as one. Add ${peerAddress} to TRUSTED_PROXIES.`,
    )
  } else if (proxies.length > 0 && forwardedFor === null) {
    faults.push(
      'The proxy sends no X-Forwarded-For, so all visitors count as one. Have it send the client address in that header.',
    )
  }
  const wanted = publicUrl.protocol.slice(0, -1)
  if (protocol !== wanted && faults.length === 0) {
    const told = forwardedProtocol ?? 'nothing'
    faults.push(
      `The proxy says ${told} in X-Forwarded-Proto, where visitors come by ${wanted}. Have it send their protocol.`,
    )
  }
  return faults
}

function offeredProviders({ payments, providerKeys }: Settings): readonly ProviderName[] {
  if (payments === 'sandbox') return PROVIDERS
  return PROVIDERS.filter((name) => providerKeys[name] !== undefined)
}

const refusalSchema = z.object({ error: z.object({ code: z.string() }) })

/** Sends an event without a signature, which the server refuses in its own words. */
async function checkWebhook(publicUrl: string, provider: ProviderName): Promise<Finding> {
  const label = labelOf(provider)
  const name = `${label} webhook address`
  const url = `${publicUrl}/api/webhooks/${provider}`
  const response = await call(url, { method: 'POST', body: '{}' })
  const refusal = refusalSchema.safeParse(await response.json().catch(() => undefined))
  if (response.status < 500 && response.status !== 404 && refusal.success) {
    return unknown(
      name,
      `${url} reaches this server from this machine. Only ${label} can show that it is registered there and reached from outside: send a test event from its dashboard.`,
    )
  }
  return trouble(
    name,
    `${url} answered ${response.status} where this server refuses an event without a signature. Have the proxy pass it on unchanged.`,
  )
}

function call(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
}
