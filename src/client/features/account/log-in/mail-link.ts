import { takeFragment } from '#client/lib/fragment.ts'

/** A link from a mail or from the host's command line, such as `/#reset-password=TOKEN`. */
export interface MailLink {
  kind: 'reset-password' | 'confirm-email' | 'host'
  token: string
}

const FRAGMENT = /^#(reset-password|confirm-email|host)=([\w.~-]+)$/

/**
 * Calls `onLink` with the link that led to the page, and with each that is opened in this tab
 * later. Returns a function that stops it.
 */
export function followMailLinks(onLink: (link: MailLink) => void): () => void {
  const follow = () => {
    const link = parseMailLink(takeFragment())
    if (link) onLink(link)
  }
  follow()
  window.addEventListener('hashchange', follow)
  return () => window.removeEventListener('hashchange', follow)
}

function parseMailLink(fragment: string): MailLink | undefined {
  const [, kind, token] = FRAGMENT.exec(fragment) ?? []
  if (kind === undefined || token === undefined) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the expression lists the kinds
  return { kind: kind as MailLink['kind'], token }
}
