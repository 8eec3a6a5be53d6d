import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ERROR_STYLE } from './error-style.ts'

const STYLE_HASH = createHash('sha256').update(ERROR_STYLE).digest('base64')

/** The headers of an error page; it needs no script, and loads nothing but the icon. */
export const ERROR_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(';'),
  vary: 'accept',
}

/** The errors that may be over at the next try. */
const TRANSIENT: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])

const HEADINGS: Record<number, string> = {
  401: 'Please log in first.',
  403: 'This is not for you.',
  404: 'Nothing shines here.',
  429: 'A little too fast.',
  500: 'Something went wrong.',
  503: 'Back in a moment.',
  504: 'Back in a moment.',
}

export interface ErrorPage {
  status: number
  /** A sentence for people. */
  message: string
  requestId: string
}

/** Returns whether somebody has opened an address in a browser; programs and the API get JSON. */
export function wantsErrorPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (/^\/api(?:[/?]|$)/.test(url)) return false
  const mode = headers['sec-fetch-mode']
  const isNavigation = mode === undefined || mode === 'navigate'
  return isNavigation && (headers.accept ?? '').includes('text/html')
}

/** Renders the page that a browser shows in place of what it has asked for. */
export function renderErrorPage({ status, message, requestId }: ErrorPage): string {
  const isTransient = TRANSIENT.has(status)
  const heading = HEADINGS[status] ?? 'This did not work.'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)} – Donation Royale</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${ERROR_STYLE}</style>
</head>
<body>
<main>
<div class="sun" aria-hidden="true">${status}</div>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(message)}</p>
<nav aria-label="Ways on">
${isTransient ? '<a class="main" href="">Try again</a>' : ''}
<a ${isTransient ? '' : 'class="main" '}href="/">To the leaderboard</a>
</nav>
${status >= 500 ? `<small>Reference: ${escapeHtml(requestId)}</small>` : ''}
</main>
</body>
</html>
`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
}
