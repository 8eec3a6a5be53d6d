import type { Plugin } from 'vite'

/** The one document with a first view; the console's loads as Vite writes it. */
const VISITORS_PAGE = '/index.html'

const STYLESHEET = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g
const SCRIPT =
  /\s*<(?:script type="module"|link rel="modulepreload")[^>]*(?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?/g

/**
 * Builds a document that can be painted as it arrives: its styles are inlined, and its scripts,
 * which the first view does not need, load after the first paint, so that they do not compete with
 * it for network and processor. The server adds the rules of the first view, and the nonce.
 */
export function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path, bundle = {} }) => {
        if (path !== VISITORS_PAGE) return html
        let styles = ''
        const scripts: string[] = []
        const rest = html
          .replaceAll(STYLESHEET, (_link, file: string) => {
            const asset = bundle[file]
            if (asset?.type !== 'asset') throw new Error(`The build has no ${file}.`)
            styles += asset.source.toString()
            return ''
          })
          .replaceAll(SCRIPT, (_element, url: string) => {
            scripts.push(url)
            return ''
          })
        return rest
          .replace(
            '</head>',
            (end) => `<style nonce="__CSP_NONCE__">${styles}__FIRST_RULES__</style>${end}`,
          )
          .replace(
            '</body>',
            (end) => `<script nonce="__CSP_NONCE__">${loader(scripts)}</script>${end}`,
          )
      },
    },
  }
}

/** The longest time that the scripts wait for a paint, in case the browser reports none. */
const MAX_WAIT_MS = 1_000

/**
 * Returns a script that imports the page's scripts after the first paint; a page in the background
 * does not wait, since it paints nothing. A second import has no effect. Clicks before that are
 * kept and repeated.
 */
function loader(scripts: readonly string[]): string {
  const imports = scripts.map((url) => `import("${url}")`).join(';')
  return `document.onclick=e=>{earlyClick=e.target};{let go=()=>{${imports}};document.hidden?go():new PerformanceObserver(go).observe({type:"paint",buffered:!0});setTimeout(go,${MAX_WAIT_MS})}`
}
