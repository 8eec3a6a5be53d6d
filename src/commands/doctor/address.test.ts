import { expect, test } from 'vitest'
import type { RequestEcho } from '#contract/host/diagnosis.ts'
import { judgeEcho } from './address.ts'

const BEHIND_PROXY = { publicUrl: 'https://royale.example', trustedProxies: ['10.0.0.1'] }

const RIGHT: RequestEcho = {
  protocol: 'https',
  clientAddress: '198.51.100.7',
  host: 'royale.example',
  peerAddress: '10.0.0.1',
  forwardedFor: '198.51.100.7',
  forwardedProtocol: 'https',
}

const judge = (changes: Partial<RequestEcho>, settings = BEHIND_PROXY) =>
  judgeEcho(settings, { ...RIGHT, ...changes })

test('a request that proxies pass on rightly is told as the server sees it', () => {
  const sentence = 'Asked through PUBLIC_URL, the server sees the client 198.51.100.7 by https.'
  expect(judge({})).toEqual([{ name: 'Proxy headers', state: 'ok', sentence }])
  const none = {
    forwardedFor: null,
    forwardedProtocol: null,
    clientAddress: '::1',
    peerAddress: '::1',
  }
  const local = { publicUrl: 'http://localhost:3000', trustedProxies: [] }
  const direct = { ...none, host: 'localhost:3000', protocol: 'http' }
  expect(judge(direct, local)[0]?.state).toBe('ok')
})

test.each<[string, Partial<RequestEcho>, RegExp]>([
  [
    'another Host',
    { host: '127.0.0.1:3000' },
    /^The proxy passes on the Host 127\.0\.0\.1:3000 instead of royale\.example\. Have it/,
  ],
  [
    'a proxy that is not trusted',
    { clientAddress: '10.0.0.9', peerAddress: '10.0.0.9', protocol: 'http' },
    /^The proxy at 10\.0\.0\.9 is not trusted, so all .* Add 10\.0\.0\.9 to TRUSTED_PROXIES\.$/,
  ],
  [
    'no client address',
    { forwardedFor: null, clientAddress: '10.0.0.1' },
    /^The proxy sends no X-Forwarded-For, so all visitors count as one\. Have it send/,
  ],
  [
    'no protocol',
    { forwardedProtocol: null, protocol: 'http' },
    /^The proxy says nothing in X-Forwarded-Proto, where visitors come by https\. Have it/,
  ],
])('%s is told with what to do', (_what, changes, sentence) => {
  const findings = judge(changes)
  expect(findings).toEqual([
    { name: 'Proxy headers', state: 'trouble', sentence: expect.stringMatching(sentence) },
  ])
})
