import { afterEach, expect, test, vi } from 'vitest'
import { fetchUntilThere, isLoadFailure, loadAgain, RETRY_MS, UNREACHABLE } from './load-again.ts'

const reload = vi.fn<() => void>()
const load = vi.fn<() => void>()

function begin(answer: () => Promise<Response>): Promise<void> {
  vi.stubGlobal('fetch', answer)
  return loadAgain(load, reload)
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

test('code that cannot be fetched is told, and fetched in the end', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  document.body.innerHTML = '<output data-notice></output>'
  const loadModule = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('error loading dynamically imported module: /a.js'))
    .mockRejectedValueOnce(new TypeError('error loading dynamically imported module: /a.js'))
    .mockResolvedValue('the module')
  const fetched = fetchUntilThere(loadModule)
  await vi.advanceTimersByTimeAsync(RETRY_MS)
  expect(document.querySelector('output')?.textContent).toBe(UNREACHABLE)
  await vi.advanceTimersByTimeAsync(RETRY_MS)
  await expect(fetched).resolves.toBe('the module')
  vi.useRealTimers()
})

test('a mistake in the code is not tried again', async () => {
  const mistake = new TypeError('x is undefined')
  await expect(fetchUntilThere(() => Promise.reject(mistake))).rejects.toBe(mistake)
})
