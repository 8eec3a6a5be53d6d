import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const OLD_PAGE = '<script src="/assets/old.js"></script><link href="/assets/font.woff2">'
const NEW_PAGE = '<script src="/assets/new.js"></script><link href="/assets/font.woff2">'

/** The part of a browser's Cache that the worker uses. */
class FakeCache {
  readonly entries = new Map<string, Response>()

  match(key: { url: string } | string) {
    return Promise.resolve(this.entries.get(pathOf(key))?.clone())
  }

  put(key: { url: string } | string, response: Response) {
    this.entries.set(pathOf(key), response)
    return Promise.resolve()
  }

  async addAll(paths: string[]) {
    for (const path of paths) await this.put(path, await fetch(path))
  }

  keys() {
    return Promise.resolve([...this.entries.keys()].map((path) => new Request(absolute(path))))
  }

  delete(key: Request) {
    return Promise.resolve(this.entries.delete(pathOf(key)))
  }
}

class FakeWorker extends EventTarget {
  readonly clients = { claim: () => Promise.resolve() }

  skipWaiting() {
    return Promise.resolve()
  }
}

/** A request to the worker, or an event of its life cycle. */
class FakeEvent extends Event {
  readonly request: { method: string; mode: string; url: string }
  answer: Promise<Response> | undefined
  readonly #work: Promise<unknown>[] = []

  constructor(type: string, path = '/', { method = 'GET', mode = 'cors' } = {}) {
    super(type)
    this.request = { method, mode, url: absolute(path) }
  }

  respondWith(answer: Promise<Response>) {
    this.answer = answer
  }

  waitUntil(work: Promise<unknown>) {
    this.#work.push(work)
  }

  async done() {
    await this.answer
    await Promise.all(this.#work)
  }
}

type Respond = () => Promise<Response>

let worker: FakeWorker
let answers: Record<string, Respond>
let fetched: string[]
let cachesByName: Map<string, FakeCache>

beforeEach(async () => {
  vi.useFakeTimers()
  fetched = []
  answers = { '/': page(OLD_PAGE) }
  cachesByName = new Map()
  worker = new FakeWorker()
  vi.stubGlobal('self', worker)
  vi.stubGlobal('caches', {
    open: async (name: string) => cachesByName.getOrInsertComputed(name, () => new FakeCache()),
    keys: async () => [...cachesByName.keys()],
    delete: async (name: string) => cachesByName.delete(name),
  })
  vi.stubGlobal('fetch', (request: { url: string } | string) => {
    const path = pathOf(request)
    fetched.push(path)
    return (answers[path] ?? (async () => new Response(path)))()
  })
  vi.resetModules()
  await import('./sw.ts')
})

afterEach(() => vi.useRealTimers())

function page(html: string): Respond {
  return async () => new Response(html)
}

function absolute(path: string): string {
  return new URL(path, location.href).href
}

function pathOf(key: { url: string } | string): string {
  return new URL(typeof key === 'string' ? absolute(key) : key.url).pathname
}

async function live(type: 'install' | 'activate'): Promise<void> {
  const event = new FakeEvent(type)
  worker.dispatchEvent(event)
  await event.done()
}

function ask(path: string, how: { method?: string; mode?: string } = {}): FakeEvent {
  const event = new FakeEvent('fetch', path, how)
  worker.dispatchEvent(event)
  return event
}

/** Opens the page as a person does, and returns what is shown. */
async function visit(path = '/'): Promise<string | undefined> {
  const event = ask(path, { mode: 'navigate' })
  await event.done()
  return (await event.answer)?.text()
}

const failing: Respond = () => Promise.reject(new TypeError('Failed to fetch'))

test('once installed, the page and what it starts with open without the network', async () => {
  await live('install')
  answers = { '/': failing, '/assets/old.js': failing }
  expect(await visit('/?checkout=cs_1')).toBe(OLD_PAGE)
  expect(await (await ask('/assets/old.js').answer)?.text()).toBe('/assets/old.js')
})

test('with the network the page is always the newest, and cached for later', async () => {
  await live('install')
  answers['/'] = page(NEW_PAGE)
  expect(await visit()).toBe(NEW_PAGE)
  answers['/'] = failing
  expect(await visit()).toBe(NEW_PAGE)
})

test('the page that a shared link opens is not what opens later without the network', async () => {
  await live('install')
  answers['/'] = page(NEW_PAGE)
  expect(await visit('/?donation=d1')).toBe(NEW_PAGE)
  answers['/'] = failing
  expect(await visit()).toBe(OLD_PAGE)
})

test('the assets of an old build are deleted when a new one comes', async () => {
  await live('install')
  answers['/'] = page(NEW_PAGE)
  await visit()
  expect([...(cachesByName.get('page-4')?.entries.keys() ?? [])].toSorted()).toEqual([
    '/',
    '/assets/font.woff2',
    '/assets/new.js',
  ])
})

test('after three seconds without the network the cached page opens', async () => {
  await live('install')
  const dawdling = Promise.withResolvers<Response>()
  answers['/'] = () => dawdling.promise
  const event = ask('/', { mode: 'navigate' })
  await vi.advanceTimersByTimeAsync(3000)
  expect(await (await event.answer)?.text()).toBe(OLD_PAGE)
})

test('the page is cached without the part for one person and one moment', async () => {
  answers['/'] = page(
    '<p>before</p><!--first-view--><div id="root" data-session="true"><li>Ada</li></div>\n<script>{}</script><!--/first-view--><p>after</p>',
  )
  await live('install')
  answers['/'] = failing
  expect(await visit()).toBe('<p>before</p><div id="root"></div><p>after</p>')
})

const OWN_PAGE = '<script src="/assets/me/me.js"></script><link href="/assets/font.woff2">'

test('the page of a donor opens without the network once it was visited, and only then', async () => {
  await live('install')
  answers = { '/': failing, '/me': failing }
  await expect(visit('/me')).rejects.toThrow('Failed to fetch')
  answers = { '/me': page(OWN_PAGE) }
  await visit('/me')
  answers = { '/': failing, '/me': failing, '/assets/me/me.js': failing }
  expect(await visit('/me')).toBe(OWN_PAGE)
  expect(await visit()).toBe(OLD_PAGE)
  expect(await (await ask('/assets/me/me.js').answer)?.text()).toBe('/assets/me/me.js')
})

test('a new build of the board lets other pages be cached anew; theirs leaves the board', async () => {
  await live('install')
  answers = { '/': page(NEW_PAGE), '/me': page(OWN_PAGE) }
  await visit('/me')
  answers['/me'] = page(OWN_PAGE.replace('me.js', 'me-2.js'))
  await visit('/me')
  answers = { '/': failing, '/me': failing }
  expect(await visit()).toBe(OLD_PAGE)
  answers = { '/': page(NEW_PAGE), '/me': failing }
  await visit()
  await expect(visit('/me')).rejects.toThrow('Failed to fetch')
})

test('an error response is not cached, nor shown if there is a cached page', async () => {
  await live('install')
  answers['/'] = async () => new Response('Bad Gateway', { status: 502 })
  expect(await visit()).toBe(OLD_PAGE)
  expect(await visit()).toBe(OLD_PAGE)
})

test('without a cached page the response of the network is shown, even late or an error', async () => {
  answers['/'] = async () => new Response('Bad Gateway', { status: 502 })
  expect(await visit()).toBe('Bad Gateway')
  expect(cachesByName.get('page-4')?.entries.size).toBe(0)
})

test('an asset is fetched once; a missing one is asked for again', async () => {
  answers['/assets/lazy.js'] = async () => new Response('', { status: 404 })
  await ask('/assets/lazy.js').done()
  delete answers['/assets/lazy.js']
  await ask('/assets/lazy.js').done()
  await ask('/assets/lazy.js').done()
  expect(fetched.filter((path) => path === '/assets/lazy.js')).toHaveLength(2)
})

test.each([
  ['/api/leaderboard', {}],
  ['/api/leaderboard/live', {}],
  ['/', { method: 'POST', mode: 'navigate' }],
  ['/_sandbox/pay', { mode: 'navigate' }],
  ['/sounds/donation.mp3', {}],
  ['https://elsewhere.example/assets/x.js', {}],
])('%s passes by', (path, how) => {
  expect(ask(path, how).answer).toBeUndefined()
})

test('assets that a page loaded before the worker was active are cached too, and nothing else', async () => {
  await live('install')
  fetched = []
  const event = Object.assign(new FakeEvent('message'), {
    data: ['/assets/galaxy.avif', '/assets/old.js', '/api/leaderboard', 7],
  })
  worker.dispatchEvent(event)
  await event.done()
  expect(fetched).toEqual(['/assets/galaxy.avif'])
  answers = { '/assets/galaxy.avif': failing }
  const kept = ask('/assets/galaxy.avif')
  await kept.done()
  expect((await kept.answer)?.status).toBe(200)
})

test('caches of earlier workers are deleted when it becomes active', async () => {
  cachesByName.set('page-2', new FakeCache())
  await live('install')
  await live('activate')
  expect([...cachesByName.keys()]).toEqual(['page-4'])
})
