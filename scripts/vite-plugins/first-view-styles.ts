import type { Plugin, Rolldown } from 'vite'

/** Modules whose code is fetched late, although the server renders what they show. */
const LATE_PARTS = ['/app/board-part.tsx', '/app/shared-hero.tsx']

/** The name of the style sheet for paper, which the document fetches after its first paint. */
export const PRINT_STYLES = /\/print-[^/]+\.css$/

/**
 * Lets the visitors' document carry the styles of the parts that it shows before their code is
 * there: their style sheets become the entry's. The rules for paper get a style sheet of their own.
 */
export function firstViewStyles(): Plugin {
  return {
    name: 'first-view-styles',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // Before Vite writes which style sheets the document and each import load.
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/index.html'))
        const late = LATE_PARTS.map((part) =>
          chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(part)),
        )
        for (const chunk of late) {
          if (!entry || !chunk)
            throw new Error('The build has no entry, or no chunk of its own for a late part.')
          moveStyles(chunk, entry, bundle)
        }
        let print = ''
        for (const file of entry?.viteMetadata?.importedCss ?? []) {
          const asset = bundle[file]
          if (asset?.type !== 'asset') continue
          const sheet = splitSheet(asset.source.toString())
          asset.source = sheet.rest
          print += sheet.print
        }
        this.emitFile({ type: 'asset', name: 'print.css', source: print })
      },
    },
  }
}

/** Moves the style sheets of a chunk, and of all that it imports, to another chunk. */
function moveStyles(
  from: Rolldown.OutputChunk,
  to: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
): void {
  for (const file of from.viteMetadata?.importedCss ?? []) to.viteMetadata?.importedCss.add(file)
  from.viteMetadata?.importedCss.clear()
  for (const file of from.imports) {
    const imported = bundle[file]
    if (imported?.type === 'chunk' && imported !== to) moveStyles(imported, to, bundle)
  }
}

/** Splits a style sheet into the rules for paper, also those of layers, and the rest. */
function splitSheet(styles: string): { print: string; rest: string } {
  let [print, rest] = ['', '']
  for (const rule of splitRules(styles)) {
    const brace = rule.indexOf('{')
    if (rule.startsWith('@media print')) print += rule
    else if (rule.startsWith('@layer') && brace !== -1) {
      const opening = rule.slice(0, brace + 1)
      const inner = splitSheet(rule.slice(brace + 1, -1))
      rest += `${opening}${inner.rest}}`
      if (inner.print !== '') print += `${opening}${inner.print}}`
    } else rest += rule
  }
  return { print, rest }
}

/** Splits minified styles at the ends of their outermost rules. */
function splitRules(styles: string): string[] {
  const rules: string[] = []
  let [depth, start] = [0, 0]
  for (const { 0: sign, index } of styles.matchAll(/[{};]/g)) {
    depth += { '{': 1, '}': -1 }[sign] ?? 0
    if (depth > 0 || sign === '{') continue
    rules.push(styles.slice(start, index + 1))
    start = index + 1
  }
  return [...rules, styles.slice(start)]
}
