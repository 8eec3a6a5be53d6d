/*
 * Lets the page open without the network. What the page then shows of the leaderboard is the
 * page's own business: calls to the API never pass through here.
 */

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface FetchEvent extends LastingEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

interface MessageEvent extends LastingEvent {
  readonly data: unknown
}

interface WorkerScope {
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

declare const self: WorkerScope

/** The number goes up whenever this file keeps things in another way. */
const CACHE = 'page-2'

const PAGE = '/'
const ASSETS = '/assets/'

/** How long the network may take before the kept page opens in its place. */
const PATIENCE_MS = 3000

/** What a page needs to start; pictures are kept as they are shown. */
const STARTING_ASSETS = /(?<=")\/assets\/[\w.-]+\.(?:js|css|woff2)/g

/** What the server put there for one person and one moment: who accepted what, and the board. */
const FIRST_VIEW = /<!--first-view-->.*<!--\/first-view-->/s

self.addEventListener('install', (event) => {
  event.waitUntil(
    fetch(PAGE)
      .then(keepPage)
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOtherCaches().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (mode === 'navigate' && pathname === PAGE) event.respondWith(openPage(event))
  if (mode !== 'navigate' && pathname.startsWith(ASSETS)) event.respondWith(openAsset(event))
})

/** What a page has loaded before the worker was there to keep it. */
self.addEventListener('message', (event) => {
  if (Array.isArray(event.data)) event.waitUntil(keepAssets(event.data))
})

/** From the network; from the cache only where that fails or takes too long. */
async function openPage(event: FetchEvent): Promise<Response> {
  const fresh = fetch(event.request)
  event.waitUntil(fresh.then((page) => keepPage(page.clone())).catch(() => undefined))
  const cache = await caches.open(CACHE)
  const kept = await cache.match(PAGE, { ignoreVary: true })
  if (kept === undefined) return fresh
  const answer = await Promise.race([fresh.catch(() => undefined), wait(PATIENCE_MS)])
  return answer !== undefined && answer.status < 500 ? answer : kept
}

/** From the cache: an asset's name changes with what is in it. */
async function openAsset(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(event.request, { ignoreVary: true })
  if (kept !== undefined) return kept
  const fresh = await fetch(event.request)
  if (fresh.status === 200) event.waitUntil(cache.put(event.request, fresh.clone()))
  return fresh
}

async function keepAssets(paths: readonly unknown[]): Promise<void> {
  const cache = await caches.open(CACHE)
  for (const path of paths) {
    if (typeof path !== 'string' || !path.startsWith(ASSETS)) continue
    // One that cannot be had is kept when it is next asked for.
    if ((await cache.match(path)) === undefined) await cache.addAll([path]).catch(() => undefined)
  }
}

/** Keeps a page with what it needs to start; a new build's page sends the old one's assets away. */
async function keepPage(page: Response): Promise<void> {
  if (page.status !== 200 || page.redirected) return
  const cache = await caches.open(CACHE)
  const old = await listAssets(await cache.match(PAGE, { ignoreVary: true }))
  const assets = await listAssets(page.clone())
  const missing = assets.filter((asset) => !old.includes(asset))
  await cache.addAll(missing)
  await cache.put(PAGE, await toKeep(page))
  if (missing.length > 0) await dropAssetsExcept(cache, assets)
}

/** Opened later, perhaps by another person, the page begins empty and finds out for itself. */
async function toKeep(page: Response): Promise<Response> {
  const html = (await page.text()).replace(FIRST_VIEW, '<div id="root"></div>')
  const headers = new Headers(page.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(html, { headers })
}

async function listAssets(page: Response | undefined): Promise<string[]> {
  const html = (await page?.text()) ?? ''
  return [...new Set(html.match(STARTING_ASSETS))]
}

async function dropAssetsExcept(cache: Cache, assets: readonly string[]): Promise<void> {
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url)
    if (pathname !== PAGE && !assets.includes(pathname)) await cache.delete(request)
  }
}

async function dropOtherCaches(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
}

function wait(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds))
}
