import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const MAX_PATH = 300
const MAX_USER_AGENT = 200

/** Words of our routes are written small; a part that is not may be a token or somebody's id. */
const MAYBE_SECRET = /^(?=.*[A-Z\d])[^/]{16,}$/

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Takes one line without its end. */
export interface LineWriter {
  write(line: string): void
}

/**
 * Writes one line a request in the combined log format of Apache and nginx, which fail2ban and
 * others read, with the client's address as the trusted proxies tell it.
 */
export function logAccess(app: FastifyInstance, log: LineWriter, clock: () => number): void {
  app.addHook('onResponse', async (request, reply) => log.write(toLine(request, reply, clock())))
}

function toLine(request: FastifyRequest, reply: FastifyReply, now: number): string {
  const { ip, method, url, headers, raw } = request
  const asked = `${method} ${escape(pathOf(url), MAX_PATH)} HTTP/${raw.httpVersion}`
  const agent = escape(headers['user-agent'] ?? '-', MAX_USER_AGENT)
  const bytes = reply.getHeader('content-length') ?? '-'
  // Neither an account's name nor where the visitor came from is anybody's business.
  // Behind a proxy it is what the proxy says.
  const address = isIP(ip) === 0 ? '-' : ip
  return `${address} - - [${toTime(now)}] "${asked}" ${reply.statusCode} ${String(bytes)} "-" "${agent}"`
}

/** The address without its query, and without what may open something. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?')
  return path
    .split('/')
    .map((part) => (MAYBE_SECRET.test(part) ? '*' : part))
    .join('/')
}

/** As nginx does it: nothing that ends a line, a quoted text, or plays with a terminal. */
function escape(text: string, most: number): string {
  return text.slice(0, most).replaceAll(/[^\x20-\x7e]|["\\]/g, (character) => {
    const bytes = Buffer.from(character).toString('hex').toUpperCase()
    return bytes.replaceAll(/../g, '\\x$&')
  })
}

/** `21/Nov/2026:21:38:22 +0000` */
function toTime(now: number): string {
  const [year, month, day, time] = new Date(now).toISOString().split(/[-T.]/)
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${time} +0000`
}
