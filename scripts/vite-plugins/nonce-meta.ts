import type { Plugin } from 'vite'

const VITES_OWN = /<meta property="csp-nonce" (?=nonce=)/g

/** Makes the element in which Vite hands the nonce to scripts valid: a `meta` needs a `content`. */
export function nonceMeta(): Plugin {
  return {
    name: 'nonce-meta',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replaceAll(VITES_OWN, '<meta property="csp-nonce" content="" '),
    },
  }
}
