import type { Plugin, Rolldown } from 'vite'
import { splitRules } from '#server/features/page/split-rules.ts'

/** Modules whose code is fetched late, although the server renders what they show. */
const LATE_PARTS = ['/app/board-part.tsx', '/app/shared-hero.tsx']

/** The name of the style sheet of all that visitors see before their actions fetch more. */
export const PAGE_STYLES = /\/page-[^/]+\.css$/

/** The name of the style sheet for paper, which the document fetches after its first paint. */
export const PRINT_STYLES = /\/print-[^/]+\.css$/

/**
 * The name of the style sheet of the fonts, which the document has in itself alone: if it came again
 * with others, browsers would load the fonts anew, and show others meanwhile.
 */
export const FONT_STYLES = /\/fonts-[^/]+\.css$/

/**
 * Lets the visitors' document carry the styles of the parts that it shows before their code is
 * there: their style sheets and the entry's become one, so that all of it applies at once. The rules
 * for paper and those of the fonts get style sheets of their own.
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
        if (!entry?.viteMetadata) throw new Error('The build has no entry.')
        for (const chunk of late) {
          if (!chunk) throw new Error('The build has no chunk of its own for a late part.')
          moveStyles(chunk, entry, bundle)
        }
        const files = entry.viteMetadata.importedCss
        const sheet = splitSheet([...files].map((file) => takeSheet(bundle, file)).join(''))
        files.clear()
        const page = this.emitFile({ type: 'asset', name: 'page.css', source: sheet.rest })
        files.add(this.getFileName(page))
        this.emitFile({ type: 'asset', name: 'print.css', source: sheet.print })
        this.emitFile({ type: 'asset', name: 'fonts.css', source: sheet.fonts })
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

/** Removes a style sheet from the bundle, and returns it. */
function takeSheet(bundle: Rolldown.OutputBundle, file: string): string {
  const asset = bundle[file]
  if (asset?.type !== 'asset') throw new Error(`The build has no ${file}.`)
  delete bundle[file]
  return asset.source.toString()
}

interface SplitSheet {
  print: string
  fonts: string
  rest: string
}

/** Splits a style sheet into the rules for paper, also those of layers, its fonts, and the rest. */
function splitSheet(styles: string): SplitSheet {
  const sheet = { print: '', fonts: '', rest: '' }
  for (const rule of splitRules(styles)) {
    const brace = rule.indexOf('{')
    if (rule.startsWith('@media print')) sheet.print += rule
    else if (rule.startsWith('@font-face')) sheet.fonts += rule
    else if (rule.startsWith('@layer') && brace !== -1) {
      const opening = rule.slice(0, brace + 1)
      const inner = splitSheet(rule.slice(brace + 1, -1))
      sheet.rest += `${opening}${inner.rest}}`
      if (inner.print !== '') sheet.print += `${opening}${inner.print}}`
    } else sheet.rest += rule
  }
  return sheet
}
