import type { Plugin } from 'vite'
import { PAUSE_MS, RETRY_MS, UNREACHABLE } from '#client/lib/load-again.ts'
import { ROUTES } from '#contract/routes.ts'
import { PRINT_STYLES } from './first-view-styles.ts'
import { retryScripts, type RetryOptions } from './retry-scripts.ts'

/** The one document with a first view; the console's loads as Vite writes it. */
const VISITORS_PAGE = '/index.html'

/** The styles of a shared link's greeting, which the server leaves out of every other document. */
const SHARED_STYLES = /\/shared-hero-[^/]+\.css$/

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
        const sheets: string[] = []
        const scripts: string[] = []
        const print = Object.keys(bundle).find((file) => PRINT_STYLES.test(file))
        if (print === undefined) throw new Error('The build has no styles for paper.')
        const rest = html
          .replaceAll(STYLESHEET, (_link, file: string) => {
            const asset = bundle[file]
            if (asset?.type !== 'asset') throw new Error(`The build has no ${file}.`)
            styles += SHARED_STYLES.test(file)
              ? `/*shared*/${asset.source.toString()}/*/shared*/`
              : asset.source.toString()
            sheets.push(`/${file}`)
            return ''
          })
          .replaceAll(SCRIPT, (_element, url: string) => {
            scripts.push(url)
            return ''
          })
        return rest
          .replace('<html', '<html data-unpainted')
          .replace(
            '</head>',
            (end) => `<style nonce="__CSP_NONCE__">${styles}__FIRST_RULES__</style>${end}`,
          )
          .replace(
            '</body>',
            (end) =>
              `<script nonce="__CSP_NONCE__">${loader({ scripts, sheets, print: `/${print}` })}</script>${end}`,
          )
      },
    },
  }
}

/** The longest time that the scripts wait for a paint, in case the browser reports none. */
const MAX_WAIT_MS = 1_000

const RETRY: RetryOptions = {
  url: ROUTES.config,
  sentence: UNREACHABLE,
  pauseMs: RETRY_MS,
  quietMs: PAUSE_MS,
}

/** The addresses of what the document needs beside itself. */
interface LoadedFiles {
  scripts: readonly string[]
  /** The style sheets that are inlined. */
  sheets: readonly string[]
  /** The style sheet for paper. */
  print: string
}

/**
 * Returns a script that imports the page's scripts after the first paint; a page in the background
 * does not wait, since it paints nothing. Clicks before that are
 * kept and repeated. The styles for paper come with them. Scripts that cannot be fetched are tried again: see `retryScripts`.
 *
 * The inlined style sheets get disabled links first: Vite's loader of late parts looks for them, and
 * would fetch them a second time, or fail where it cannot. In the markup the browser's preload
 * scanner would fetch them in spite of `disabled`, before the first paint.
 */
function loader({ scripts, sheets, print }: LoadedFiles): string {
  const imports = scripts.map((url) => `import("${url}")`).join(',')
  const retry = retryScripts.toString().replaceAll(/\s*\/\/.*|^\s+|\n/gm, ' ')
  const links = `for(let href of ${JSON.stringify(sheets)})document.head.append(Object.assign(document.createElement("link"),{rel:"stylesheet",disabled:!0,href}));`
  return `document.onclick=e=>{earlyClick=e.target};${links}{let tried,go=()=>{delete document.documentElement.dataset.unpainted;tried||document.head.append(Object.assign(document.createElement("link"),{rel:"stylesheet",media:"print",href:"${print}"}));tried??=Promise.all([${imports}]).catch(e=>(${retry})(e,${JSON.stringify(RETRY)}))};document.hidden?go():new PerformanceObserver(go).observe({type:"paint",buffered:!0});setTimeout(go,${MAX_WAIT_MS})}`
}
