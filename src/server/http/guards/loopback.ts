import { BlockList, isIP } from 'node:net'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** Returns whether an address is this machine's own, also an IPv4 one written as IPv6. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && LOOPBACK.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Returns whether a host name or address, as URLs write it, always leads to this machine. */
export function isLoopbackHostname(hostname: string): boolean {
  const name = hostname.toLowerCase()
  return name === 'localhost' || isLoopbackAddress(name.replace(/^\[(.*)\]$/, '$1'))
}
