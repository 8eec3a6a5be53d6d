import { expect, test } from 'vitest'
import { matchAddresses } from './connections.ts'

const isListed = matchAddresses(['127.0.0.1', '10.1.0.0/16', '::1', 'fd00::/8'])

test.each(['127.0.0.1', '10.1.255.3', '::1', 'fd12::7', '::ffff:10.1.2.3'])(
  '%s is in the list',
  (address) => expect(isListed(address)).toBe(true),
)

test.each([
  '127.0.0.2',
  '10.2.0.1',
  '::2',
  '::ffff:10.2.0.1',
  'localhost',
  '10.1.0.0/16',
  '',
  undefined,
])('%s is not in the list', (address) => expect(isListed(address)).toBe(false))
