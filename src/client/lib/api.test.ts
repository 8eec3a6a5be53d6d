import { expect, test, vi } from 'vitest'
import { refusal, serveApi } from '#tests/helpers/page/page.ts'
import { callApi, onUnauthenticated } from './api.ts'
import { formatMoment } from './moments.ts'

test('a success returns the body as the server sent it', async () => {
  const requests = serveApi({ 'POST /api/x': { body: { id: 'x' } } })
  await expect(callApi('/api/x', { method: 'POST', body: { a: 1 } })).resolves.toEqual({ id: 'x' })
  expect(requests).toEqual([{ route: 'POST /api/x', search: '', body: { a: 1 } }])
})

test("a refusal carries the server's code and sentence", async () => {
  serveApi({ 'GET /api/x': refusal('resource-exhausted', 'Please wait a minute.', 429) })
  await expect(callApi('/api/x')).rejects.toMatchObject({
    code: 'resource-exhausted',
    message: 'Please wait a minute.',
  })
})

test('a time that a refusal tells in the zone of the campaign is told in that of the viewer', async () => {
  const at = new Date(Date.now() + 26 * 60 * 60 * 1_000)
  at.setMinutes(5)
  const words = 'Nov 27, 2:05 PM (Pacific/Auckland)'
  const until = { at: at.toISOString(), words }
  const message = `Paused until ${words}. Wait.`
  const error = { code: 'failed-precondition', message, requestId: 'r1', details: { until } }
  serveApi({ 'GET /api/x': { status: 409, body: { error } } })
  await expect(callApi('/api/x')).rejects.toMatchObject({
    message: `Paused until ${formatMoment(at.getTime())}. Wait.`,
  })
})

test('a server that is not reached is unavailable, in a sentence that says what to do', async () => {
  serveApi({ 'GET /api/x': 'unreachable' })
  await expect(callApi('/api/x')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The server cannot be reached. Check your internet connection.',
  })
})

test('a response of an unknown form is an unknown failure', async () => {
  serveApi({ 'GET /api/x': { status: 400, body: 'Bad Request' } })
  await expect(callApi('/api/x')).rejects.toMatchObject({ code: 'unknown' })
})

test('an aborted call fails with its own reason', async () => {
  serveApi({ 'GET /api/x': { body: null } })
  const reason = new Error('changed my mind')
  await expect(callApi('/api/x', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

test('a call that is aborted while its body is read fails with its own reason', async () => {
  const reason = new Error('changed my mind')
  const controller = new AbortController()
  // As browsers do: the signal of the call ends the body that it is read from.
  vi.stubGlobal('fetch', async (_path: string, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start: (stream) => signal?.addEventListener('abort', () => stream.error(signal.reason)),
    })
    return new Response(body)
  })
  const call = callApi('/api/x', { signal: controller.signal })
  await Promise.resolve()
  controller.abort(reason)
  await expect(call).rejects.toBe(reason)
})

test('a body that does not come in time is told as such', async () => {
  const timeout = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timeout.signal)
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream({
      start: (stream) => timeout.signal.addEventListener('abort', () => stream.error()),
    })
    return new Response(body)
  })
  const call = callApi('/api/x')
  await Promise.resolve()
  timeout.abort()
  await expect(call).rejects.toMatchObject({
    code: 'deadline-exceeded',
    message: 'The server took too long to answer.',
  })
})

test('listeners are told that nobody is signed in any more', async () => {
  serveApi({ 'GET /api/x': refusal('unauthenticated', 'Please log in first.', 401) })
  let told = 0
  const stop = onUnauthenticated(() => {
    told += 1
  })
  await expect(callApi('/api/x')).rejects.toMatchObject({ code: 'unauthenticated' })
  stop()
  await expect(callApi('/api/x')).rejects.toThrow('Please log in first.')
  expect(told).toBe(1)
})
