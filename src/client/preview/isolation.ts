import type { ErrorBody } from '#contract/errors.ts'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import { ROUTES } from '#contract/routes.ts'
import { examples } from './examples.ts'

/** The addresses, besides those of boards, that everybody may read: a preview asks for no others. */
const READS: ReadonlySet<string> = new Set([
  ROUTES.leaderboard,
  ROUTES.rank,
  ROUTES.crowns,
  ROUTES.rounds,
])

/** The path of a board that the host has chosen. */
const BOARD = new RegExp(`^${ROUTES.boards}/[a-z-]+$`)

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
    const path = pathOf(input)
    const example = isGet(input, init) && (await examples.answer(path, () => readBoard(send)))
    if (example) return Response.json(example)
    if (isGet(input, init) && (READS.has(path) || BOARD.test(path))) return send(input, init)
    if (path === SESSION) return Response.json(null)
    return Response.json(REFUSED, { status: 403 })
  }
  globalThis.EventSource = new Proxy(EventSource, {
    construct: (Source, [url]: [string]) => examples.open(pathOf(url)) ?? new Source(url),
  })
  Object.defineProperty(globalThis, 'localStorage', { value: undefined })
  Object.defineProperty(globalThis, 'sessionStorage', { value: undefined })
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} })
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  document.addEventListener('click', stayHere, { capture: true })
}

function isGet(input: RequestInfo | URL, { method = 'GET' }: RequestInit = {}): boolean {
  return !(input instanceof Request) && method === 'GET'
}

async function readBoard(send: typeof fetch): Promise<LeaderboardPage> {
  const answer = await send(`${ROUTES.leaderboard}?limit=3`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server's tests hold it to it
  return (await answer.json()) as LeaderboardPage
}

function pathOf(input: RequestInfo | URL): string {
  const address = input instanceof Request ? input.url : input
  return new URL(address, location.href).pathname
}

function stayHere(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a[href]')) event.preventDefault()
}
