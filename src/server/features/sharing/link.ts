import { createHash } from 'node:crypto'
import { html } from '#server/infra/html.ts'
import { writeTagline, type CampaignWords } from './campaign-words.ts'
import { CARD } from './cards/scene.ts'

/** The description of a shared link; all fields are text, not markup. */
export interface Link {
  title: string
  description: string
  /** The shared path, below the public URL. */
  path: string
  /** The path of the document for search engines, below the public URL. */
  canonical: string
  image: string
  imageText: string
}

/**
 * Returns a short hash of what a picture shows. Sites cache it by its URL, so another rank, name or
 * campaign needs another URL.
 */
export function fingerprint(
  words: CampaignWords['current'],
  ...shown: (string | number)[]
): string {
  const facts = JSON.stringify([writeTagline(words), ...shown])
  return createHash('sha256').update(facts).digest('base64url').slice(0, 10)
}

/** Returns the title and tags of a link to a page of a site, whose public URL is `base`. */
export function toMarkup(
  { title, description, path, canonical, image, imageText }: Link,
  site: string,
  base: string,
): string {
  const picture = `${base}${image}`
  return html`<title>${title}</title>
    <meta name="description" content="${description}" />
    <link rel="canonical" href="${base}${canonical}" />
    <meta property="og:site_name" content="${site}" />
    <meta property="og:type" content="website" />
    <meta property="og:url" content="${base}${path}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:image" content="${picture}" />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content="${String(CARD.width)}" />
    <meta property="og:image:height" content="${String(CARD.height)}" />
    <meta property="og:image:alt" content="${imageText}" />
    <meta name="twitter:card" content="summary_large_image" />
    <meta name="twitter:title" content="${title}" />
    <meta name="twitter:description" content="${description}" />
    <meta name="twitter:image" content="${picture}" />
    <meta name="twitter:image:alt" content="${imageText}" />`.markup
}

// Matches Hebrew, Arabic and other scripts written from right to left.
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/v

/** Isolates a name, so that its direction does not affect the words around it. */
export function isolate(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name
}
