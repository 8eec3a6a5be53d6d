import { html, type Html } from '../html.ts'

/** The content of a message, before it is text or HTML. */
export interface Letter {
  subject: string
  /** The title of the campaign, which heads and signs the message. */
  title: string
  /** Shown first; undefined if there is none. */
  notice: string | undefined
  greeting: string
  /** The one sentence that says what the message is about. */
  lead: string
  details: string
  /** Shown as a table; may be empty. */
  facts: { label: string; value: string }[]
  link: { label: string; url: string }
  footer: string
  /** The link that ends mails of this kind; undefined if they cannot be ended. */
  endLink?: { label: string; url: string }
}

export function toText(letter: Letter): string {
  const { title, notice, greeting, lead, details, facts, link, footer, endLink } = letter
  return [
    ...(notice === undefined ? [] : [notice]),
    greeting,
    lead,
    ...(facts.length === 0 ? [] : [toLines(facts)]),
    details,
    `${link.label}: ${link.url}`,
    `${title}\n${footer}\n${endLink === undefined ? '' : `${endLink.label}: ${endLink.url}\n`}`,
  ].join('\n\n')
}

function toLines(facts: Letter['facts']): string {
  const width = Math.max(...facts.map(({ label }) => label.length)) + 2
  return facts.map(({ label, value }) => label.padEnd(width) + value).join('\n')
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const INK = 'color:#1c1533'
const MUTED = 'color:#5d5675'

/**
 * Returns the message as HTML, with inline styles and tables, as mail programs support little else.
 */
export function toHtml(letter: Letter): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${letter.subject}</title>
      </head>
      <body style="margin:0;padding:0;background:#f4f2fa">
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          style="background:#f4f2fa"
        >
          <tr>
            <td align="center" style="padding:24px 12px">
              ${toCard(letter)}
              <p
                style="max-width:520px;margin:16px auto 0;padding:0 12px;${FONT};font-size:13px;line-height:1.5;${MUTED}"
              >
                ${letter.footer} ${letter.endLink && toEndLink(letter.endLink)}
              </p>
            </td>
          </tr>
        </table>
      </body>
    </html> `
  return page.markup
}

function toCard({ title, notice, greeting, lead, details, facts, link }: Letter): Html {
  return html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="max-width:520px;background:#ffffff;border:1px solid #e3deef;border-radius:16px"
  >
    <tr>
      <td style="padding:28px 24px;${FONT};font-size:16px;line-height:1.55;${INK}">
        <p
          style="margin:0 0 24px;font-size:14px;font-weight:700;letter-spacing:.06em;text-transform:uppercase;color:#4b2fb0"
        >
          ${title}
        </p>
        ${notice === undefined ? undefined : toNotice(notice)}
        <p style="margin:0 0 12px">${greeting}</p>
        <h1 style="margin:0 0 20px;font-size:22px;line-height:1.3;font-weight:700">${lead}</h1>
        ${facts.length === 0 ? undefined : toTable(facts)}
        <p style="margin:0 0 24px">${details}</p>
        <p style="margin:0">
          <a
            href="${link.url}"
            style="display:inline-block;padding:12px 22px;border-radius:999px;background:#ffc857;color:#241500;font-weight:700;text-decoration:none"
            >${link.label}</a
          >
        </p>
      </td>
    </tr>
  </table>`
}

function toEndLink({ label, url }: NonNullable<Letter['endLink']>): Html {
  return html`<a href="${url}" style="${MUTED};text-decoration:underline">${label}</a>`
}

function toNotice(notice: string): Html {
  return html`<p
    style="margin:0 0 20px;padding:10px 14px;border-radius:10px;background:#fff3cf;color:#4a3300;font-size:15px;font-weight:600"
  >
    ${notice}
  </p>`
}

function toTable(facts: Letter['facts']): Html {
  return html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="margin:0 0 20px;border-top:1px solid #e3deef;font-size:15px"
  >
    ${facts.map(toRow)}
  </table>`
}

function toRow({ label, value }: Letter['facts'][number]): Html {
  return html`<tr>
    <td
      style="padding:10px 16px 10px 0;border-bottom:1px solid #e3deef;vertical-align:top;white-space:nowrap;${MUTED}"
    >
      ${label}
    </td>
    <td
      style="padding:10px 0;border-bottom:1px solid #e3deef;text-align:right;word-break:break-word"
    >
      ${value}
    </td>
  </tr>`
}
