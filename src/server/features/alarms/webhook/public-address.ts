import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Thrown for a host whose address is not on the public internet. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
}

/** Returns whether an address is on the public internet: not loopback, private, link-local and the like. */
export function isPublicAddress(address: string): boolean {
  // `process` reads an IPv4 address that is written as an IPv6 one as what it is.
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

/** Fails if the host of a URL is an address that is not public; a name is checked by `lookupPublic`. */
export function requirePublicHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw refuse(host)
}

/**
 * Resolves a name for one connection and refuses it if any of its addresses is not public. The
 * check is made at each connection, since a name may change its addresses between two of them.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '')
    const bad = addresses.find(({ address }) => !isPublicAddress(address))
    const [first] = addresses
    if (bad !== undefined || first === undefined) return callback(refuse(hostname), '')
    if (options.all === true) return callback(null, addresses)
    return callback(null, first.address, first.family)
  })
}

function refuse(host: string): PrivateAddressError {
  return new PrivateAddressError(`${host} is not an address on the public internet.`)
}
