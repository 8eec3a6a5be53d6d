import { minifySync, type Plugin, type Rolldown } from 'vite'
import { PAUSE_MS, RETRY_MS, UNREACHABLE } from '#client/lib/load-again.ts'
import { ROUTES } from '#contract/routes.ts'
import { FONT_STYLES, PAGE_STYLES, PRINT_STYLES } from './first-view-styles.ts'
import { loadPage, type LoadedFiles } from './load-page.ts'
import { markRules } from './mark-rules.ts'
import { retryScripts, type RetryOptions } from './retry-scripts.ts'

/** The one document with a first view; the console's loads as Vite writes it. */
const VISITORS_PAGE = '/index.html'

/** Matches comments for readers of the source; those that the server looks for have no spaces. */
const COMMENT = /\s*<!-- .*? -->/gs

const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g
const SCRIPT =
  /\s*<(?:script type="module"|link rel="modulepreload")[^>]*(?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?/g

/**
 * Builds a document that can be painted as it arrives: its styles are inlined, of which the server
 * sends those that the first view shows, so that the document fits into what a connection carries
 * before it is acknowledged. The whole style sheets and the scripts load after the first paint, so
 * that they do not compete with it for network and processor. The server adds the rules of the first
 * view, and the nonce.
 */
export function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path, bundle = {} }) => {
        if (path !== VISITORS_PAGE) return html
        const scripts: string[] = []
        const fonts = findSheet(bundle, FONT_STYLES)
        const page = findSheet(bundle, PAGE_STYLES)
        const print = findSheet(bundle, PRINT_STYLES)
        const styles = markRules(`${fonts.source}${page.source}`)
        const rest = html
          .replaceAll(STYLESHEET, '')
          .replaceAll(COMMENT, '')
          .replaceAll(SCRIPT, (_element, url: string) => {
            scripts.push(url)
            return ''
          })
        return rest
          .replace('<html', '<html data-unpainted')
          .replace(
            '</head>',
            (end) =>
              `<style nonce="__CSP_NONCE__">/*styles*/${styles}/*/styles*/__FIRST_RULES__</style>${end}`,
          )
          .replace(
            '</body>',
            (end) =>
              `<script nonce="__CSP_NONCE__">${loader({ scripts, styles: page.url, print: print.url })}</script>${end}`,
          )
      },
    },
  }
}

function findSheet(bundle: Rolldown.OutputBundle, name: RegExp): { url: string; source: string } {
  const [file, asset] = Object.entries(bundle).find(([found]) => name.test(found)) ?? []
  if (asset?.type !== 'asset') throw new Error(`The build has no style sheet ${name}.`)
  return { url: `/${file}`, source: asset.source.toString() }
}

/** The longest time that the scripts wait for a paint, in case the browser reports none. */
const MAX_WAIT_MS = 1_000

const RETRY: RetryOptions = {
  url: ROUTES.config,
  sentence: UNREACHABLE,
  pauseMs: RETRY_MS,
  quietMs: PAUSE_MS,
}

/**
 * Returns a script that loads the page's style sheets, and then runs its scripts, after the first
 * paint; a page in the background does not wait, since it paints nothing. Clicks before that are
 * kept and repeated. What cannot be fetched is tried again: see `retryScripts`.
 */
function loader(files: LoadedFiles): string {
  const imports = files.scripts.map((url) => `import("${url}")`).join(',')
  const load = `(${minify(loadPage)})(${JSON.stringify(files)}).then(()=>Promise.all([${imports}])).catch(e=>(${minify(retryScripts)})(e,${JSON.stringify(RETRY)}))`
  return `document.onclick=e=>{earlyClick=e.target};{let tried,go=()=>{delete document.documentElement.dataset.unpainted;tried??=${load}};document.hidden?go():new PerformanceObserver(go).observe({type:"paint",buffered:!0});setTimeout(go,${MAX_WAIT_MS})}`
}

/** Returns a function's source, minified. */
function minify(run: (...values: never[]) => unknown): string {
  const { code } = minifySync('loader.js', `run=${run.toString()}`)
  return code.replace(/^run=|;$/g, '')
}
