import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DISCLAIMER_COOKIE, DISCLAIMER_VERSION, formatAcceptance } from '#contract/disclaimer.ts'
import { fillBoard } from '../fixtures/fill-board.ts'
import { prepareServer } from '../fixtures/prepared-server.ts'
import type { Figure } from '../figure.ts'

const PAGE = join(import.meta.dirname, '../../dist/client')

const DONATIONS = 200

const ACCEPTED = `${DISCLAIMER_COOKIE}=${formatAcceptance({ version: DISCLAIMER_VERSION, acceptedAt: new Date().toISOString() })}`

/**
 * Measures the documents of the disclaimer and of a board, as a server without choices, teams and
 * the like sends them, and everything that they load before the page is used.
 */
export async function measurePageWeight(): Promise<Figure[]> {
  const document = readFileSync(join(PAGE, 'index.html'), 'utf8')
  const scripts = find(document, /"(\/assets\/[^"]+\.js)"/g)
  const sheets = find(document, /"(\/assets\/[^"]+\.css)"/g)
  const [disclaimer, board] = await fetchDocuments()
  return [
    {
      name: 'initial JavaScript, gzip',
      value: gzippedKilobytes(scripts.map(readAsset)),
      unit: 'kB',
      // 80, and 3 for the game.
      limit: { atMost: 83 },
    },
    describeStyles('disclaimer', disclaimer),
    describeStyles('board', board),
    {
      name: 'CSS loaded after the first paint, gzip',
      value: gzippedKilobytes(sheets.map(readAsset)),
      unit: 'kB',
    },
    { name: 'document, gzip: disclaimer', value: gzippedKilobytes([disclaimer]), unit: 'kB' },
    { name: 'document, gzip: board', value: gzippedKilobytes([board]), unit: 'kB' },
  ]
}

async function fetchDocuments(): Promise<[disclaimer: string, board: string]> {
  const prepared = await prepareServer(1, () => 'open')
  fillBoard(join(prepared.dataDir, 'royale.db'), DONATIONS)
  const server = await prepared.start()
  const fetchText = async (cookie: string) => {
    const response = await fetch(server.url, { headers: { cookie } })
    return response.text()
  }
  try {
    return [await fetchText(''), await fetchText(ACCEPTED)]
  } finally {
    await server.stop()
    await prepared.remove()
  }
}

function describeStyles(name: string, document: string): Figure {
  const styles = find(document, /<style[^>]*>(.*?)<\/style>/gs)
  return {
    name: `initial CSS, gzip: ${name}`,
    value: gzippedKilobytes(styles),
    unit: 'kB',
    limit: { atMost: 10 },
  }
}

function readAsset(file: string): Buffer {
  return readFileSync(join(PAGE, file))
}

function find(document: string, pattern: RegExp): string[] {
  return [...new Set([...document.matchAll(pattern)].map(([, found = '']) => found))]
}

function gzippedKilobytes(texts: readonly (string | Buffer)[]): number {
  return texts.reduce((sum, text) => sum + gzipSync(text).length, 0) / 1000
}
