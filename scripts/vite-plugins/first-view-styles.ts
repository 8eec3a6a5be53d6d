import type { Plugin, Rolldown } from 'vite'

/** Modules whose code is fetched late, although the server renders what they show. */
const LATE_PARTS = ['/app/board-part.tsx', '/app/shared-hero.tsx']

/**
 * Lets the visitors' document carry the styles of the parts that it shows before their code is
 * there: their style sheets become the entry's.
 */
export function firstViewStyles(): Plugin {
  return {
    name: 'first-view-styles',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // Before Vite writes which style sheets the document and each import load.
      order: 'pre',
      handler: (_options, bundle) => {
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
