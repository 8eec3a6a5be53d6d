import { vi } from 'vitest'

/**
 * Stubs the browser APIs that the page needs and jsdom lacks. Reduced motion is preferred, and no
 * sound is played. The window is wide, unless `isNarrow` says otherwise.
 */
export function stubBrowserApis({ isNarrow = false } = {}): void {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), {
      matches: query.includes('reduced-motion') || (isNarrow && query.includes('max-width')),
    }),
  )
  vi.stubGlobal('IntersectionObserver', StubObserver)
  vi.stubGlobal('ResizeObserver', StubObserver)
  Object.assign(Element.prototype, { scrollIntoView: () => {}, scrollTo: () => {} })
  Object.assign(HTMLMediaElement.prototype, { play: async () => {}, pause: () => {} })
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      if (!this.open) return
      this.open = false
      this.dispatchEvent(new Event('close'))
    },
  })
}

/** An observer that never calls back: nothing in jsdom comes into sight, or has a size. */
class StubObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** A request that the page made, with its body parsed. */
export interface PageRequest {
  route: string
  search: string
  body: unknown
}

/** A response: a status and a JSON body, or `unreachable` for a cut connection. */
export type PageResponse = { status?: number; body: unknown } | 'unreachable'

/**
 * Responds to the page's requests by their route, such as `POST /api/paypal/orders`; other routes
 * get a 404. Returns the requests as they come.
 */
export function serveApi(
  routes: Record<
    string,
    PageResponse | ((request: PageRequest) => PageResponse | Promise<PageResponse>)
  >,
): PageRequest[] {
  const requests: PageRequest[] = []
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    init.signal?.throwIfAborted()
    const { pathname, search } = new URL(input, location.href)
    const route = `${init.method ?? 'GET'} ${pathname}`
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const request = { route, search, body }
    requests.push(request)
    const found = routes[route] ?? refusal('not-found', 'There is nothing at this address.', 404)
    const answer = typeof found === 'function' ? await found(request) : found
    if (answer === 'unreachable') throw new TypeError('Failed to fetch')
    return Response.json(answer.body, { status: answer.status ?? 200 })
  })
  return requests
}

/** Builds an error response as the server sends it. */
export function refusal(code: string, message: string, status = 400): PageResponse {
  return { status, body: { error: { code, message, requestId: 'r1' } } }
}
