import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const MAX_PATH = 300
const MAX_USER_AGENT = 200

/** Matches a path segment that may be a token or an id: words of our routes are lower case. */
const MAYBE_SECRET = /^(?=.*[A-Z\d])[^/]{16,}$/

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Writes one line, given without its line end. */
export interface LineWriter {
  write(line: string): void
}

/**
 * Writes one line for each request in the combined log format of Apache and nginx, which fail2ban
 * and others read, with the client's address as the trusted proxies report it.
 */
export function logAccess(app: FastifyInstance, log: LineWriter, clock: () => number): void {
  app.addHook('onResponse', async (request, reply) => log.write(toLine(request, reply, clock())))
}

function toLine(request: FastifyRequest, reply: FastifyReply, now: number): string {
  const { ip, method, url, headers, raw } = request
  const asked = `${method} ${escape(pathOf(url), MAX_PATH)} HTTP/${raw.httpVersion}`
  const agent = escape(headers['user-agent'] ?? '-', MAX_USER_AGENT)
  const bytes = reply.getHeader('content-length') ?? '-'
  // User name and referrer are left out for privacy. The client's address is the trusted proxy's
  // claim, so it is checked to be an IP address.
  const address = isIP(ip) === 0 ? '-' : ip
  return `${address} - - [${formatTime(now)}] "${asked}" ${reply.statusCode} ${String(bytes)} "-" "${agent}"`
}

/** Returns the address without its query, and with possible tokens replaced by `*`. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?')
  return path
    .split('/')
    .map((part) => (MAYBE_SECRET.test(part) ? '*' : part))
    .join('/')
}

/** Escapes as nginx does what would end the line or the quoted text, or control a terminal. */
function escape(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll(/[^\x20-\x7e]|["\\]/g, (character) => {
    const bytes = Buffer.from(character).toString('hex').toUpperCase()
    return bytes.replaceAll(/../g, '\\x$&')
  })
}

/** Formats a time as `21/Nov/2026:21:38:22 +0000`. */
function formatTime(now: number): string {
  const [year, month, day, time] = new Date(now).toISOString().split(/[-T.]/)
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${time} +0000`
}
