import { expect, test } from 'vitest'
import { isPublicAddress, requirePublicHost } from './public-address.ts'
import { post } from './post-message.ts'

test.each(['93.184.216.34', '2606:4700:4700::1111'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  'not an address',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['https://127.0.0.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://[::1]/'])(
  '%s is refused, in whichever way it is written',
  (url) => {
    expect(() => requirePublicHost(new URL(url))).toThrow('not an address on the public internet')
  },
)

test('a name whose address is private is refused when it is looked up', async () => {
  const message = { headers: {}, body: '{}', allowPrivate: false }
  await expect(post({ ...message, url: new URL('https://localhost/') })).rejects.toThrow(
    'localhost is not an address on the public internet.',
  )
})
