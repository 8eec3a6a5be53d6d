import type { Campaign } from '#contract/campaign.ts'
import { toContactHref } from '#contract/campaign/contact.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { CROWN_PATH } from '#server/http/pages/crown.ts'
import { html, type Html } from '#server/infra/html.ts'

/** The looks of what stands above and below a card: as on a donor's other pages. */
export const FRAME_STYLE = `
.title { display: inline-flex; align-items: center; gap: .625rem; margin: 0 0 1.5rem; color: #f5f3ff;
  font: 700 clamp(1rem, .8rem + .8vw, 1.25rem)/1.15 'Space Grotesk', system-ui, sans-serif;
  letter-spacing: -.02em; }
.title :is(img, svg) { flex: none; width: auto; height: 1.625rem; max-width: 100%; }
.title svg { fill: #ffd479; }
footer { align-self: end; display: flex; flex-wrap: wrap; justify-content: center; gap: 0 1.5rem;
  padding-bottom: max(1.5rem, env(safe-area-inset-bottom)); color: #bdb6de; font-size: .875rem;
  line-height: 1.5; }
footer > * { padding: .6875rem 0; }
footer a { min-height: 0; border: 0; border-radius: .25rem; color: inherit; font-weight: 400;
  text-decoration: underline; }
@media (forced-colors: active) { .title svg { fill: CanvasText; } }
`

/** Shows whose page it is: by our own logo, or by the host's title and picture. */
export function renderTitle({ title, picture }: Campaign, logo: string | undefined): Html {
  if (title === DEFAULT_CAMPAIGN.title && picture === null && logo !== undefined) {
    return html`<p class="title"><img src="${logo}" alt="${title}" /></p>`
  }
  const mark =
    picture === null
      ? html`<svg viewBox="0 0 64 64" aria-hidden="true"><path d="${CROWN_PATH}" /></svg>`
      : html`<img src="${picture}" alt="" />`
  return html`<p class="title">${mark} <bdi>${title}</bdi></p>`
}

/** Says who receives the money, and links to what the host has written about it. */
export function renderFooter({ recipient, links }: Campaign, version: string): Html {
  const { name, contact } = recipient
  return html`<footer>
    ${name === '' ? undefined : html`<span>All money goes to <bdi>${name}</bdi></span>`}
    ${contact === '' ? undefined : renderContact(contact)} ${renderLink('Terms', links.terms)}
    ${renderLink('Privacy', links.privacy)} ${renderLink('Imprint', links.imprint)}
    <span>Powered by Donation Royale ${version}</span>
  </footer>`
}

/** Shows how to reach somebody; an e-mail address or https: address is a link. */
function renderContact(contact: string): Html {
  const href = toContactHref(contact)
  return href === undefined ? html`<bdi>${contact}</bdi>` : renderLink(contact, href)
}

function renderLink(text: string, href: string): Html
function renderLink(text: string, href: string | null): Html | undefined
function renderLink(text: string, href: string | null): Html | undefined {
  if (href === null) return undefined
  return html`<a href="${href}" target="_blank" rel="noopener noreferrer nofollow">${text}</a>`
}
