import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Figure } from './figure.ts'

const PAGE = join(import.meta.dirname, '../dist/client')

/** What the document itself loads, which is all that comes before the board can be used. */
export async function measurePageWeight(): Promise<Figure[]> {
  const document = readFileSync(join(PAGE, 'index.html'), 'utf8')
  return [
    {
      name: 'initial JavaScript, gzip',
      value: gzippedKilobytes(document, /(?:src|href)="([^"]+\.js)"/g),
      unit: 'kB',
      limit: { atMost: 90 },
    },
    {
      name: 'initial CSS, gzip',
      value: gzippedKilobytes(document, /href="([^"]+\.css)"/g),
      unit: 'kB',
    },
  ]
}

function gzippedKilobytes(document: string, link: RegExp): number {
  const files = new Set([...document.matchAll(link)].map(([, file = '']) => file))
  const bytes = [...files].map((file) => gzipSync(readFileSync(join(PAGE, file))).length)
  return bytes.reduce((sum, count) => sum + count, 0) / 1000
}
