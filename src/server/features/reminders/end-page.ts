import type { Campaign } from '#contract/campaign.ts'
import { ERROR_STYLE } from '#server/http/pages/error-style.ts'
import { html, type Html } from '#server/infra/html.ts'
import { FRAME_STYLE, renderFooter, renderTitle } from './page-frame.ts'

/** The look of a donor's other pages: a card with the title above it, before the galaxy. */
const STYLE = `${ERROR_STYLE}${FRAME_STYLE}
html { font-size: clamp(100%, 55% + .5vw, 150%); }
body { grid-template: 1fr auto / minmax(0, 1fr); padding-bottom: 0; background: none; }
.sky { position: fixed; inset: 0; z-index: -1; background: 62% 30% / cover no-repeat; opacity: .55;
  mask-image: radial-gradient(75% 65% at 55% 55%, #000, transparent); }
h1 { margin: 0 0 1.5rem; font-size: clamp(1.75rem, 7vw, 2rem); letter-spacing: -.035em; }
.card { max-width: 28rem; margin: 0 auto; padding: clamp(1.25rem, 6vw, 2rem) clamp(1rem, 4.5vw, 2rem);
  border: 1px solid #a99fd924; border-radius: 1.5rem; background: #0e0b22; }
.card { font-size: 1rem; line-height: 1.5; }
.card p { color: #f5f3ff; text-wrap: balance; }
form { margin: 1.25rem 0 0; }
button { min-height: 3.25rem; padding: .5rem 1.75rem; border: 0; border-radius: 99px;
  background: #f5f3ff; color: #140a33; cursor: pointer;
  font: 650 1.0625rem/1.2 'Space Grotesk', system-ui, sans-serif; }
nav { gap: 0 1.5rem; margin: 1rem 0 -.5rem; }
nav a { min-height: 2.75rem; padding: 0; border: 0; border-radius: .25rem; color: #b79dff;
  font-weight: 500; text-decoration: underline; text-underline-offset: .25em;
  text-decoration-color: #b79dff73; text-decoration-thickness: 1px; }
nav a:hover { text-decoration-color: currentcolor; }
@media (width < 30rem) { .sky { opacity: .35; } }
@media (forced-colors: active) { .sky { display: none; } button { border: 1px solid; } }
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
  campaign: Campaign
  /** The path of the logo; undefined for the title in its place. */
  logo: string | undefined
  /** The version of the running program. */
  version: string
  /** The style rules of the fonts; undefined for those of the device. */
  fonts: Html | undefined
  /** The path of the galaxy's picture; undefined for a plain background. */
  galaxy: string | undefined
  nonce: string
}

/**
 * Renders the page that the link in a reminder opens. It asks by a button, because programs that scan
 * mails open links, too.
 */
export function renderEndPage(state: EndState, frame: EndPageFrame): string {
  const { campaign, logo, version, fonts, galaxy, nonce } = frame
  const { heading, sentence } = TEXTS[state]
  const style: Html = { markup: STYLE }
  const sky: Html | undefined = galaxy === undefined ? undefined : { markup: paintSky(galaxy) }
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <meta name="robots" content="noindex" />
        <title>${heading} · ${campaign.title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style nonce="${nonce}">
          ${fonts}
          ${style}
          ${sky}
        </style>
      </head>
      <body>
        <div class="sky" aria-hidden="true"></div>
        <main>
          ${renderTitle(campaign, logo)}
          <h1>${heading}</h1>
          <div class="card">
            <p>${sentence}</p>
            ${
              state === 'asks'
                ? html`<form method="post"><button type="submit">End my reminders</button></form>`
                : undefined
            }
            <nav aria-label="Ways on">
              <a href="/me">My donations</a>
              <a href="/">Back to the leaderboard</a>
            </nav>
          </div>
        </main>
        ${renderFooter(campaign, version)}
      </body>
    </html>`
  return markup
}

function paintSky(galaxy: string): string {
  return `.sky { background-image: url('${galaxy}'); }`
}
