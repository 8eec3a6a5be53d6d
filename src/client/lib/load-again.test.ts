import { afterEach, expect, test, vi } from 'vitest'
import { isLoadFailure, loadAgain } from './load-again.ts'

const reload = vi.fn<() => void>()
const load = vi.fn<() => void>()

function begin(answer: () => Promise<Response>): Promise<void> {
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('fetch', answer)
  return loadAgain(load)
}

afterEach(() => {
  sessionStorage.clear()
  reload.mockClear()
  load.mockClear()
})

test('while the server is away, code is tried again', async () => {
  await begin(() => Promise.reject(new TypeError('Failed to fetch')))
  await begin(async () => new Response('', { status: 503 }))
  expect(load).toHaveBeenCalledTimes(2)
  expect(reload).not.toHaveBeenCalled()
})

test('once it responds the page is reloaded, and not again and again', async () => {
  await begin(async () => new Response('{}'))
  expect(reload).toHaveBeenCalledTimes(1)
  expect(load).not.toHaveBeenCalled()
  await begin(async () => new Response('{}'))
  expect(reload).toHaveBeenCalledTimes(1)
  expect(load).toHaveBeenCalledTimes(1)
})

test.each([
  'Failed to fetch dynamically imported module: http://here/assets/a.js',
  'error loading dynamically imported module: http://here/assets/a.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/a.css',
])('%s', (message) => {
  expect(isLoadFailure(new TypeError(message))).toBe(true)
})

test('another mistake is no failed load', () => {
  expect(isLoadFailure(new TypeError('x is undefined'))).toBe(false)
  expect(isLoadFailure('dynamically imported module')).toBe(false)
})
