import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyReply } from 'fastify'

/** Returns a face within the style sheet: the page may load nothing. */
function embedFont(family: string, file: string): string {
  const path = fileURLToPath(import.meta.resolve(`#files/sandbox/fonts/${file}`))
  const data = readFileSync(path, 'base64')
  return `@font-face { font-family: "${family}"; font-weight: 400 700;
  src: url("data:font/woff2;base64,${data}") format("woff2"); }`
}

/** Returns the layers of a sparse sky, a tile that repeats. */
function drawStars(): string {
  const stars = ['7% 13%', '23% 71%', '38% 34%', '52% 88%', '64% 9%', '79% 55%', '93% 27%']
  return stars
    .map((place, index) => {
      const radius = index % 3 === 0 ? '1.5px' : '1px'
      return `radial-gradient(${radius} at ${place}, #cfc8ef, transparent) 0 0 / 37rem 31rem,`
    })
    .join(' ')
}

const STYLE = `
${embedFont('Geist', 'geist-core.woff2')}
${embedFont('Space Grotesk', 'space-grotesk-core.woff2')}
:root { color-scheme: dark; font-size: clamp(100%, 55% + .5vw, 150%); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 1.5rem 1rem;
  background: ${drawStars()}
    radial-gradient(60rem 40rem at 80% -10%, #2a2056, transparent),
    radial-gradient(55rem 45rem at 5% 115%, #1c1740, transparent) #05040d;
  color: #f5f3ff; font: 400 1rem/1.5 Geist, "Helvetica Neue", Helvetica, Arial, sans-serif; overflow-wrap: break-word; }
main { width: 100%; min-width: 0; max-width: 27rem; padding: clamp(1.25rem, 6vw, 2rem);
  border: 1px solid #2b2742; border-radius: 1.5rem; background: #0e0b22;
  box-shadow: 0 24px 60px -20px #000; }
.badge { display: inline-block; margin: 0 0 1.25rem; padding: .125rem .625rem; border-radius: 99px;
  border: 1px solid #3a6075; background: #16232f; color: #7fe3ff; font-weight: 550;
  font-size: .8125rem; }
.merchant { margin: 0 0 .25rem; color: #bdb6de; font-size: .875rem; }
h1 { margin: 0; font-size: 1.125rem; font-weight: 550; color: #dcd8f0; }
.amount { margin: .125rem 0 1.5rem; font: 700 min(2.5rem, 12vw)/1.15 "Space Grotesk", Arial, sans-serif;
  letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
label { display: block; margin: 1rem 0 .375rem; font-size: .875rem; font-weight: 550; }
input { width: 100%; min-height: 3.25rem; padding: 0 1rem; border: 1px solid #8d83c4;
  border-radius: 1rem; background: #080613; color: inherit; font: inherit;
  font-size: 1.0625rem; }
::placeholder { color: #948cba; opacity: 1; }
button { width: 100%; min-height: 3.25rem; margin-top: 1.5rem; padding: .5rem 1rem; border: 0;
  border-radius: 99px; background: #f5f3ff; color: #140a33; font: inherit; font-weight: 650;
  font-size: 1.0625rem; cursor: pointer; }
button:hover { background: #fff; }
button.quiet { margin-top: .75rem; background: none; color: #f5f3ff; border: 1px solid #5c5578; }
button.quiet:hover { border-color: #f5f3ff; }
a { color: #b79dff; }
:focus-visible { outline: 3px solid #7fe3ff; outline-offset: 2px; }
.alert { margin: 1rem 0 0; padding: .75rem 1rem; border: 1px solid #7d5365;
  border-radius: 1rem; background: #281a32; color: #f5f3ff; }
h2 { margin: 1.5rem 0 .625rem; padding: 1rem 0 0; border-top: 1px solid #2b2742;
  font-size: .8125rem; font-weight: 550; }
dl { margin: 0; font-size: .8125rem; color: #bdb6de; display: grid;
  grid-template-columns: auto 1fr; align-items: baseline; gap: .5rem .75rem; }
dt { font-variant-numeric: tabular-nums; } .cards { row-gap: .1875rem; } .cards code { display: block; } dd { margin: 0; }
code { padding: .125rem .375rem; border: 1px solid #3f3a5c; border-radius: .375rem;
  background: #16122e; color: #f5f3ff; font: inherit; white-space: nowrap; }
@media (max-height: 42rem) {
  body { padding: .75rem 1rem; }
  main { padding: 1rem 1.25rem; }
  .badge { margin-bottom: .5rem; }
  .amount { margin-bottom: .75rem; font-size: 2rem; }
  label { margin: .625rem 0 .25rem; }
  input, button { min-height: 2.75rem; }
  .actions { display: flex; gap: .75rem; }
  .actions button, .actions button.quiet { width: auto; margin-top: 1rem; }
  .actions :first-child { flex: 1; }
}
@media (forced-colors: active) { button { border: 1px solid; } }
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** A page of the sandbox, which stands in for a provider's own. */
export interface Page {
  title: string
  /** The HTML; text from outside is escaped by `escapeHtml`. */
  body: string
  status?: number
  /** The page's inline script, the only one that may run. */
  script?: string
  /** Origins besides our own to which forms may redirect. */
  formTargets?: string[]
}

/** Sends a page under a policy that allows nothing but what is named here. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const script = page.script ?? ''
  const scriptHash = createHash('sha256').update(script).digest('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    'font-src data:',
    `script-src 'sha256-${scriptHash}'`,
    `form-action ${["'self'", ...(page.formTargets ?? [])].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return reply
    .code(page.status ?? 200)
    .headers({
      'content-security-policy': policy.join('; '),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    .send(renderPage(page, script))
}

function renderPage({ title, body }: Page, script: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Test mode</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="badge">Test mode</p>
${body}
</main>
${script === '' ? '' : `<script>${script}</script>`}
</body>
</html>`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, including quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** Formats 123450 cents as `$1,234.50`. */
export function formatDollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}
