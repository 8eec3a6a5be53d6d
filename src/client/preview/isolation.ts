import type { ErrorBody } from '#contract/errors.ts'
import { ROUTES } from '#contract/routes.ts'

/** The addresses of the board that everybody may read: a preview asks for nothing else. */
const READS: ReadonlySet<string> = new Set([ROUTES.leaderboard, ROUTES.rank])

const SESSION = `${ROUTES.auth}/get-session`

const REFUSED: ErrorBody = {
  error: {
    code: 'permission-denied',
    message: 'This is a preview: nothing is sent from it.',
    requestId: 'preview',
  },
}

/**
 * Takes from the document what a visitor acts with: requests other than for the board, cookies,
 * storage, the service worker and links. So nobody is signed in, no acceptance is kept, and what is
 * pressed has no effect outside. The policy of the response forbids the requests as well.
 */
export function isolateDocument(): void {
  const send = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    if (isRead(input, init)) return send(input, init)
    if (pathOf(input) === SESSION) return Response.json(null)
    return Response.json(REFUSED, { status: 403 })
  }
  Object.defineProperty(globalThis, 'localStorage', { value: undefined })
  Object.defineProperty(globalThis, 'sessionStorage', { value: undefined })
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} })
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  document.addEventListener('click', stayHere, { capture: true })
}

function isRead(input: RequestInfo | URL, { method = 'GET' }: RequestInit = {}): boolean {
  return !(input instanceof Request) && method === 'GET' && READS.has(pathOf(input))
}

function pathOf(input: RequestInfo | URL): string {
  const address = input instanceof Request ? input.url : input
  return new URL(address, location.href).pathname
}

function stayHere(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a[href]')) event.preventDefault()
}
