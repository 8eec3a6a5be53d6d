import { isIPv6 } from 'node:net'

const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * What limits count a client by: an IPv4 address as it is, also when written as IPv6, and of an
 * IPv6 address its /64 network, because a single client owns all of it.
 */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip
  const groups = expand(ip)
  return isMappedIPv4(groups) ? toIPv4(groups) : `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/** The eight groups, each in lower case and without leading zeros. */
function expand(ip: string): string[] {
  const [address] = ip.split('%')
  // The URL parser writes every spelling of an address in one way, RFC 5952's.
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
