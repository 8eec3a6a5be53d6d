import type { FastifyRequest } from 'fastify'
import { isLoopbackAddress, isLoopbackHostname } from './loopback.ts'

/** Headers by which proxies say that they forward a request. */
const FORWARDING =
  /^(x-forwarded-|x-original-|forwarded|x-real-ip$|via$|cf-|cdn-|fastly-|fly-|true-client-ip$|x-client-ip$|x-cluster-client-ip$|x-remote-|x-originating-|x-envoy-|x-azure-|x-appengine-|x-amzn-|x-host$)/

/** Values of Sec-Fetch-Site of a request that no page of another site made. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none'])

/**
 * Returns whether a program or a person on this machine made the request. The Host is checked too:
 * a page of another site can point its own name at this machine (DNS rebinding), but cannot make
 * the browser call it localhost.
 */
export function isLocalRequest({ socket, headers, raw }: FastifyRequest): boolean {
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    // A request target with a full URL, as proxies are sent, names another Host.
    raw.url?.startsWith('/') === true &&
    isLoopbackHost(headers.host ?? '') &&
    !Object.keys(headers).some((name) => FORWARDING.test(name)) &&
    (headers.origin === undefined || isLoopbackOrigin(headers.origin)) &&
    OWN_SITES.has(siteOf(headers['sec-fetch-site']))
  )
}

/** Returns whether a Host header, with or without a port, names this machine. */
function isLoopbackHost(host: string): boolean {
  const hostname = /^(\[[\da-f:.]+\]|[a-z\d.-]+)(:\d{1,5})?$/i.exec(host)?.[1]
  return hostname !== undefined && isLoopbackHostname(hostname)
}

function isLoopbackOrigin(origin: string): boolean {
  return isLoopbackHostname(URL.parse(origin)?.hostname ?? '')
}

/** Returns the site that the browser sent; programs send none. */
function siteOf(header: string | string[] | undefined): string {
  return header === undefined ? 'none' : String(header)
}
