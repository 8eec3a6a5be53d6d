import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const PLACEHOLDER = '<!--sky-->'

const SKY = /<picture class="sky">.*?<\/picture>/s

/** Puts the picture of the visitors' document where another one has `<!--sky-->`. */
export function shareSky(folder: string): Plugin {
  return {
    name: 'share-sky',
    transformIndexHtml: {
      // Before Vite looks for the files that the document names.
      order: 'pre',
      handler: (html) => {
        if (!html.includes(PLACEHOLDER)) return html
        const sky = SKY.exec(readFileSync(join(folder, 'index.html'), 'utf8'))?.[0]
        if (sky === undefined) throw new Error('The document index.html has no picture of the sky.')
        return html.replace(PLACEHOLDER, sky)
      },
    },
  }
}
