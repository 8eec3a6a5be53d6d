import { isIPv6 } from 'node:net'

const GROUPS = 8
const NETWORK_GROUPS = 4

/** A network that contains a client, and its budget as a multiple of one client's. */
export interface ClientNetwork {
  key: string
  share: number
}

/**
 * Returns the networks by which limits count a client, the narrowest first. Providers give whole
 * /56 and /48 networks to one customer, whose /64 networks would otherwise be as many clients.
 */
export function networksOf(ip: string): [ClientNetwork, ...ClientNetwork[]] {
  const client = { key: addressKey(ip), share: 1 }
  if (!client.key.endsWith('::/64')) return [client]
  const [first = '', second = '', third = '', fourth = ''] = client.key.split(':')
  const upperHalf = (Number.parseInt(fourth, 16) & 0xff_00).toString(16)
  return [
    client,
    { key: `${first}:${second}:${third}:${upperHalf}::/56`, share: 3 },
    { key: `${first}:${second}:${third}::/48`, share: 8 },
  ]
}

/**
 * Returns the key by which limits count a client: an IPv4 address as it is, also when written as
 * IPv6, and of an IPv6 address its /64 network, because a single client owns all of it.
 */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip
  const groups = expand(ip)
  return isMappedIPv4(groups) ? toIPv4(groups) : `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/** Returns the eight groups of an IPv6 address, each in lower case and without leading zeros. */
function expand(ip: string): string[] {
  const [address] = ip.split('%')
  // The URL parser converts every spelling of an address to that of RFC 5952.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')))
  const zeros = Array.from({ length: GROUPS - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail]
}

function isMappedIPv4(groups: readonly string[]): boolean {
  return groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
}

function toIPv4(groups: readonly string[]): string {
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .map((bits) => `${bits >> 8}.${bits & 255}`)
    .join('.')
}
