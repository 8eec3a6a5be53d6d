import { describe, expect, test } from 'vitest'
import { addressKey } from './client-address.ts'

describe('what limits count a client by', () => {
  test('an IPv4 address stands for itself', () => {
    expect(addressKey('203.0.113.7')).toBe('203.0.113.7')
  })

  test.each(['::ffff:203.0.113.7', '::FFFF:203.0.113.7', '::ffff:cb00:7107'])(
    'an IPv4 address written as %s is the same client',
    (ip) => {
      expect(addressKey(ip)).toBe('203.0.113.7')
    },
  )

  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:0:0:0:9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ])('%s counts as its network %s', (ip, network) => {
    expect(addressKey(ip)).toBe(network)
  })

  test('neighbouring networks are different clients', () => {
    expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'))
  })
})
