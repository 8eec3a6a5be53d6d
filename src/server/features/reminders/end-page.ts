import { CROWN_PATH } from '#server/http/pages/crown.ts'
import { ERROR_STYLE } from '#server/http/pages/error-style.ts'
import { html, type Html } from '#server/infra/html.ts'

/** The look of the product's other pages, without stars, which would lie behind the words. */
const STYLE = `${ERROR_STYLE}
body { background:
  radial-gradient(50rem 26rem at 78% 0%, #2a205699, transparent 70%),
  radial-gradient(44rem 30rem at 10% 100%, #42206055, transparent 70%), #05040d; }
.title { display: inline-flex; align-items: center; gap: .75rem; margin: 0 0 2rem; color: #f5f3ff;
  font: 700 1.125rem/1.2 'Space Grotesk', system-ui, sans-serif; letter-spacing: -.02em; }
.title svg { flex: none; fill: #ffd479; }
h1 { letter-spacing: -.035em; }
.ways { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr));
  gap: .75rem; margin: 2rem 0 0; }
.ways form { display: grid; grid-column: 1 / -1; }
.ways nav { display: contents; }
.ways a, .ways button { justify-content: center; min-height: 3.25rem; padding: .5rem 1rem;
  font: 650 1.0625rem/1.2 'Space Grotesk', system-ui, sans-serif; }
button { border: 0; border-radius: 99px; color: #241500; cursor: pointer;
  background: linear-gradient(180deg, #ffe3a3, #ffc857); }
@media (forced-colors: active) { button { border: 1px solid; } .title svg { fill: CanvasText; } }
`

/** The words of the page to which a reminder's link leads. */
export type EndState = 'asks' | 'ended' | 'unknown'

const TEXTS: Record<EndState, { heading: string; sentence: string }> = {
  asks: {
    heading: 'End your reminders?',
    sentence: 'You will get no more mails when somebody passes you. Receipts still come.',
  },
  ended: {
    heading: 'Your reminders have ended.',
    sentence: 'You can turn them on again in My donations.',
  },
  unknown: {
    heading: 'This link does not work.',
    sentence: 'It may have been cut. You can end your reminders in My donations.',
  },
}

export interface EndPageFrame {
  /** The title of the campaign. */
  title: string
  /** The style rules of the fonts; undefined for those of the device. */
  fonts: Html | undefined
  nonce: string
}

/**
 * Renders the page that the link in a reminder opens. It asks by a button, because programs that scan
 * mails open links, too.
 */
export function renderEndPage(state: EndState, { title, fonts, nonce }: EndPageFrame): string {
  const { heading, sentence } = TEXTS[state]
  const style: Html = { markup: STYLE }
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <meta name="robots" content="noindex" />
        <title>${heading} · ${title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style nonce="${nonce}">
          ${fonts}
          ${style}
        </style>
      </head>
      <body>
        <main>
          <p class="title">
            <svg viewBox="0 0 64 64" width="32" height="32" aria-hidden="true">
              <path d="${CROWN_PATH}" />
            </svg>
            <bdi>${title}</bdi>
          </p>
          <h1>${heading}</h1>
          <p>${sentence}</p>
          <div class="ways">
            ${
              state === 'asks'
                ? html`<form method="post"><button type="submit">End my reminders</button></form>`
                : undefined
            }
            <nav aria-label="Ways on">
              <a href="/me">My donations</a>
              <a href="/">To the leaderboard</a>
            </nav>
          </div>
        </main>
      </body>
    </html>`
  return markup
}
