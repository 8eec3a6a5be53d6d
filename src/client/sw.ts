/*
 * Lets the page open without the network. What the page then shows of the leaderboard is the page's
 * own business: calls to the API never pass through here.
 */

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}

interface ExtendableMessageEvent extends ExtendableEvent {
  readonly data: unknown
}

interface WorkerScope {
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: ExtendableMessageEvent) => void): void
}

declare const self: WorkerScope

/** The number is raised whenever this file changes how it caches. */
const CACHE = 'page-4'

const BOARD = '/'

/** The pages that open from the cache once they were visited. */
const PAGES = new Set([BOARD, '/me'])
const ASSETS = '/assets/'

/** The longest wait for the network before the cached page opens instead, ms. */
const NETWORK_TIMEOUT_MS = 3000

/** The assets that a page needs to start; pictures are cached when they are shown. */
const INITIAL_ASSETS = /(?<=")\/assets\/[\w./-]+\.(?:js|css|woff2)/g

/** The part rendered for one person and one moment: disclaimer, session and board. */
const FIRST_VIEW = /<!--first-view-->.*<!--\/first-view-->/s

self.addEventListener('install', (event) => {
  event.waitUntil(
    fetch(BOARD)
      .then((page) => cachePage(BOARD, page))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOtherCaches().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname, search } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (mode === 'navigate' && PAGES.has(pathname)) {
    event.respondWith(loadPage(event, pathname, search !== ''))
  }
  if (mode !== 'navigate' && pathname.startsWith(ASSETS)) event.respondWith(loadAsset(event))
})

/** Caches what a page has loaded before the worker was active. */
self.addEventListener('message', (event) => {
  if (Array.isArray(event.data)) event.waitUntil(cacheAssets(event.data))
})

/**
 * Loads the page from the network; from the cache only if that fails or takes too long. A page with
 * a query is not cached: that of a shared donation has a title of its own.
 */
async function loadPage(event: FetchEvent, path: string, hasQuery: boolean): Promise<Response> {
  const fetched = fetch(event.request)
  if (!hasQuery) {
    event.waitUntil(fetched.then((page) => cachePage(path, page.clone())).catch(() => undefined))
  }
  const cache = await caches.open(CACHE)
  const cached = await cache.match(path, { ignoreVary: true })
  if (cached === undefined) return fetched
  const response = await Promise.race([fetched.catch(() => undefined), delay(NETWORK_TIMEOUT_MS)])
  return response !== undefined && response.status < 500 ? response : cached
}

/** Loads an asset from the cache first: its name changes with its content. */
async function loadAsset(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(CACHE)
  const cached = await cache.match(event.request, { ignoreVary: true })
  if (cached !== undefined) return cached
  const fetched = await fetch(event.request)
  if (fetched.status === 200) event.waitUntil(cache.put(event.request, fetched.clone()))
  return fetched
}

async function cacheAssets(paths: readonly unknown[]): Promise<void> {
  const cache = await caches.open(CACHE)
  for (const path of paths) {
    if (typeof path !== 'string' || !path.startsWith(ASSETS)) continue
    // One that cannot be fetched is cached when it is next requested.
    if ((await cache.match(path)) === undefined) await cache.addAll([path]).catch(() => undefined)
  }
}

/**
 * Caches a page with what it needs to start. A new build of the board removes all else, since what
 * other pages fetch later is not known here: they are cached anew when they are visited.
 */
async function cachePage(path: string, page: Response): Promise<void> {
  if (page.status !== 200 || page.redirected) return
  const cache = await caches.open(CACHE)
  const oldAssets = await listAssets(await cache.match(path, { ignoreVary: true }))
  const assets = await listAssets(page.clone())
  const newAssets = assets.filter((asset) => !oldAssets.includes(asset))
  await cache.addAll(newAssets)
  await cache.put(path, await withoutFirstView(page))
  if (path === BOARD && newAssets.length > 0) await deleteExcept(cache, [BOARD, ...assets])
}

/** Removes the first view: the page may be opened later by another person, and fetches its own. */
async function withoutFirstView(page: Response): Promise<Response> {
  const html = (await page.text()).replace(FIRST_VIEW, '<div id="root"></div>')
  const headers = new Headers(page.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(html, { headers })
}

async function listAssets(page: Response | undefined): Promise<string[]> {
  const html = (await page?.text()) ?? ''
  return [...new Set(html.match(INITIAL_ASSETS))]
}

async function deleteExcept(cache: Cache, paths: readonly string[]): Promise<void> {
  for (const request of await cache.keys()) {
    if (!paths.includes(new URL(request.url).pathname)) await cache.delete(request)
  }
}

async function deleteOtherCaches(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
}

function delay(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds))
}
