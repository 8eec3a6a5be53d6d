import type { FastifyRequest } from 'fastify'
import { isLoopbackAddress, isLoopbackHostname } from './loopback.ts'

/** Headers by which proxies say that a request comes from somebody else. */
const FORWARDING =
  /^(x-forwarded-|x-original-|forwarded|x-real-ip$|via$|cf-|cdn-|fastly-|fly-|true-client-ip$|x-client-ip$|x-cluster-client-ip$|x-remote-|x-originating-|x-envoy-|x-azure-|x-appengine-|x-amzn-|x-host$)/

/** Sites from which a browser says that its own user, and no other page, made the request. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none'])

/**
 * Tells whether a program or a person on this machine made the request. The Host is asked for too:
 * a page elsewhere can have its own name lead to this machine (DNS rebinding), but cannot have the
 * browser call it localhost.
 */
export function isLocalRequest({ socket, headers, raw }: FastifyRequest): boolean {
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    // A whole address in its place, as proxies are sent, says another Host.
    raw.url?.startsWith('/') === true &&
    isLoopbackHost(headers.host ?? '') &&
    !Object.keys(headers).some((name) => FORWARDING.test(name)) &&
    (headers.origin === undefined || isLoopbackOrigin(headers.origin)) &&
    OWN_SITES.has(siteOf(headers['sec-fetch-site']))
  )
}

/** Reads a Host header, with or without a port. */
function isLoopbackHost(host: string): boolean {
  const hostname = /^(\[[\da-f:.]+\]|[a-z\d.-]+)(:\d{1,5})?$/i.exec(host)?.[1]
  return hostname !== undefined && isLoopbackHostname(hostname)
}

function isLoopbackOrigin(origin: string): boolean {
  return isLoopbackHostname(URL.parse(origin)?.hostname ?? '')
}

/** Programs send none. */
function siteOf(header: string | string[] | undefined): string {
  return header === undefined ? 'none' : String(header)
}
