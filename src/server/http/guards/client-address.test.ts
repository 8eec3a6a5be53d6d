import { describe, expect, test } from 'vitest'
import { addressKey, networksOf } from './client-address.ts'

describe('what limits count a client by', () => {
  test('an IPv4 address is its own key', () => {
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

describe('the networks that limits count a client by', () => {
  test('an IPv4 address is in none but its own, however it is written', () => {
    expect(networksOf('203.0.113.7')).toEqual([{ key: '203.0.113.7', share: 1 }])
    expect(networksOf('::ffff:203.0.113.7')).toEqual([{ key: '203.0.113.7', share: 1 }])
  })

  test('an IPv6 address is in a /64, a /56 and a /48, each with a larger budget', () => {
    expect(networksOf('2001:db8:1:2ff::1')).toEqual([
      { key: '2001:db8:1:2ff::/64', share: 1 },
      { key: '2001:db8:1:200::/56', share: 3 },
      { key: '2001:db8:1::/48', share: 8 },
    ])
  })

  test.each([
    ['2001:db8:1:0::1', '2001:db8:1:ff::1', true],
    ['2001:db8:1:ff::1', '2001:db8:1:100::1', false],
  ])('%s and %s share a /56: %s', (one, other, shared) => {
    expect(networksOf(one)[1]?.key === networksOf(other)[1]?.key).toBe(shared)
    expect(networksOf(one)[2]).toEqual(networksOf(other)[2])
  })
})
