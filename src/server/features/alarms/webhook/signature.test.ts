import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createSecret, signMessage } from './signature.ts'

const MESSAGE = { id: 'msg_1', timestamp: Math.floor(Date.now() / 1_000), body: '{"type":"a"}' }

function headersFor(secrets: readonly string[]) {
  return {
    'webhook-id': MESSAGE.id,
    'webhook-timestamp': String(MESSAGE.timestamp),
    'webhook-signature': signMessage(MESSAGE, secrets),
  }
}

test("a signature is what the standard's own library verifies", () => {
  const secret = createSecret()
  expect(new Webhook(secret).verify(MESSAGE.body, headersFor([secret]))).toEqual({ type: 'a' })
})

test('while a secret is replaced, receivers may know either', () => {
  const [fresh, former] = [createSecret(), createSecret()]
  const headers = headersFor([fresh, former])
  for (const secret of [fresh, former]) {
    expect(() => new Webhook(secret).verify(MESSAGE.body, headers)).not.toThrow()
  }
})

const NO_MATCH = 'No matching signature found'

test('another secret or another body is not verified', () => {
  const secret = createSecret()
  expect(() => new Webhook(createSecret()).verify(MESSAGE.body, headersFor([secret]))).toThrow(
    NO_MATCH,
  )
  expect(() => new Webhook(secret).verify('{"type":"b"}', headersFor([secret]))).toThrow(NO_MATCH)
})
