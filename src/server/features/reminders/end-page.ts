import { ERROR_STYLE } from '#server/http/pages/error-style.ts'
import { html, type Html } from '#server/infra/html.ts'

/** The style of the button, as the links of such pages have it. */
const STYLE = `${ERROR_STYLE}
a, button { font-weight: 700; }
form { margin: 2rem 0 0; }
button { min-height: 3rem; padding: .5rem 1.5rem; border: 0; border-radius: 99px; color: #241500;
  font: inherit; font-weight: 700; cursor: pointer;
  background: linear-gradient(180deg, #ffe3a3, #ffc857); }
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
    sentence: 'You can turn them on again where your donations are.',
  },
  unknown: {
    heading: 'This link does not work.',
    sentence: 'It may have been cut. You can end your reminders where your donations are.',
  },
}

/**
 * Renders the page that the link in a reminder opens. It asks by a button, because programs that scan
 * mails open links, too.
 */
export function renderEndPage(state: EndState, { nonce }: { nonce: string }): string {
  const { heading, sentence } = TEXTS[state]
  const style: Html = { markup: STYLE }
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <meta name="robots" content="noindex" />
        <title>${heading}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style nonce="${nonce}">
          ${style}
        </style>
      </head>
      <body>
        <main>
          <h1>${heading}</h1>
          <p>${sentence}</p>
          ${
            state === 'asks'
              ? html`<form method="post"><button type="submit">End my reminders</button></form>`
              : undefined
          }
          <nav aria-label="Ways on">
            <a href="/me">My donations</a>
            <a href="/">To the leaderboard</a>
          </nav>
        </main>
      </body>
    </html>`
  return markup
}
