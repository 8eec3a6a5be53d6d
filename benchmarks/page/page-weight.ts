import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Figure } from '../figure.ts'

const PAGE = join(import.meta.dirname, '../../dist/client')

/** Measures the document and everything that it loads before the page is used. */
export async function measurePageWeight(): Promise<Figure[]> {
  const document = readFileSync(join(PAGE, 'index.html'), 'utf8')
    // The server leaves them out of all documents but those of a shared link.
    .replace(/\/\*shared\*\/.*\/\*\/shared\*\//s, '')
  const scripts = find(document, /"(\/assets\/[^"]+\.js)"/g)
  const styles = find(document, /<style[^>]*>(.*?)<\/style>/gs)
  return [
    {
      name: 'initial JavaScript, gzip',
      value: gzippedKilobytes(scripts.map((file) => readFileSync(join(PAGE, file)))),
      unit: 'kB',
      limit: { atMost: 80 },
    },
    {
      name: 'initial CSS, gzip',
      value: gzippedKilobytes(styles.map((text) => Buffer.from(text))),
      unit: 'kB',
      limit: { atMost: 10 },
    },
  ]
}

function find(document: string, pattern: RegExp): string[] {
  return [...new Set([...document.matchAll(pattern)].map(([, found = '']) => found))]
}

function gzippedKilobytes(texts: readonly Buffer[]): number {
  return texts.reduce((sum, text) => sum + gzipSync(text).length, 0) / 1000
}
