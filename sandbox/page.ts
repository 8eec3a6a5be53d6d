import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

const STYLE = `
:root { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 1.5rem 1rem;
  background: #0d0f1a; color: #f1f2fa; font: 400 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 26rem; padding: 1.75rem; border: 1px solid #2b2f47;
  border-radius: 1rem; background: #151829; }
.badge { display: inline-block; margin: 0 0 1rem; padding: .125rem .625rem; border-radius: 99px;
  background: #ffd479; color: #2a1c00; font-weight: 650; font-size: .8125rem; }
.merchant { margin: 0 0 .25rem; color: #b3b7cf; font-size: .875rem; }
h1 { margin: 0; font-size: 1.125rem; font-weight: 550; color: #c6c9de; }
.amount { margin: .125rem 0 1.25rem; font-size: 2.25rem; font-weight: 700; line-height: 1.15; }
label { display: block; margin: .875rem 0 .3125rem; font-size: .875rem; font-weight: 550; }
input { width: 100%; min-height: 2.75rem; padding: 0 .875rem; border: 1px solid #767b9c;
  border-radius: .625rem; background: #0d0f1a; color: inherit; font: inherit; }
button { width: 100%; min-height: 2.875rem; margin-top: 1rem; border: 0; border-radius: .625rem;
  background: #8f9bff; color: #0a0c1c; font: inherit; font-weight: 650; cursor: pointer; }
button.quiet { margin-top: .5rem; background: none; color: #c6c9de; border: 1px solid #4a4f70; }
:focus-visible { outline: 3px solid #7fe3ff; outline-offset: 2px; }
.alert { margin: 1rem 0 0; padding: .75rem .875rem; border: 1px solid #ff9fb2;
  border-radius: .625rem; color: #ffc9d3; }
dl { margin: 1.5rem 0 0; padding: 1rem 0 0; border-top: 1px solid #2b2f47; font-size: .8125rem;
  color: #b3b7cf; display: grid; grid-template-columns: auto 1fr; gap: .25rem .75rem; }
dt { font-variant-numeric: tabular-nums; } dd { margin: 0; }
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** A page of the sandbox: what a person sees in the place of a provider's own. */
export interface Page {
  title: string
  /** HTML; whatever came from outside has been through `escapeHtml`. */
  body: string
  status?: number
  /** The script of this page, which may run where it stands. */
  script?: string
  /** Origins besides our own that forms may lead to, by redirection. */
  formTargets?: string[]
}

/** Answers a page under a policy that lets nothing run but what is named here. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const script = page.script ?? ''
  const scriptHash = createHash('sha256').update(script).digest('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
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

/** Text as it can stand in HTML, also within quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** `$1,234.50` of 123450 cents. */
export function formatDollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}
