import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installErrorAnswers } from '../errors.ts'
import { takeOnlyJson } from './json-bodies.ts'

const app = Fastify()

beforeAll(async () => {
  installErrorAnswers(app)
  takeOnlyJson(app)
  app.post('/echo', async ({ body }, reply) => reply.send({ body }))
  await app.ready()
})

afterAll(() => app.close())

async function send(payload: string) {
  const headers = { 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: '/echo', payload, headers })
  return { status: answer.statusCode, ...answer.json<{ body?: unknown }>() }
}

test.each([
  '{"a":1,"b":{"a":1,"b":{"a":1}}}',
  '[{"a":1},{"a":1}]',
  String.raw`{"a":"\"a\":","b":"{\"a\":1","c":"\\","d":"}"}`,
  '{"text":"👨‍👩‍👧‍👦 محمد é"}',
  '"text"',
  '5',
  'null',
])('%s comes in as it is', async (json) => {
  expect(await send(json)).toEqual({ status: 200, body: JSON.parse(json) })
})

test('no body at all counts as none', async () => {
  expect(await send('')).toEqual({ status: 200 })
})

test.each([
  '{"a":1,"a":2}',
  '{"a":1,"b":[{"c":{}}],"a":2}',
  '{"b":{"a":1, "x":[], "a" : 1}}',
  String.raw`{"a":1,"\u0061":2}`,
  String.raw`{"\"":1,"\u0022":2}`,
])('%s is refused, because parsers do not agree on what it says', async (json) => {
  expect(await send(json)).toMatchObject({
    status: 400,
    error: { code: 'invalid-argument', message: 'The request says something twice.' },
  })
})

test.each([String.raw`"\u0000"`, String.raw`{"a":[{"b":"\ud800"}]}`, String.raw`{"\udc00":1}`])(
  '%s is refused, because no such text exists',
  async (json) => {
    expect(await send(json)).toMatchObject({ status: 400, error: { code: 'invalid-argument' } })
  },
)

test('a long body is read in no time', async () => {
  const startedAt = performance.now()
  for (const json of [
    `"${'\\"'.repeat(8_000)}"`,
    `{"a":${' '.repeat(16_000)}1}`,
    '['.repeat(8_000) + ']'.repeat(8_000),
    `{"a":"x"${' '.repeat(16_000)}}`,
  ]) {
    expect((await send(json)).status).toBe(200)
  }
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})
