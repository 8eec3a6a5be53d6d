import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { paint } from './paint.ts'
import { composeRankCard } from './rank-card.ts'
import { composeTopCard } from './top-card.ts'

const PAINT = new URL('paint.ts', import.meta.url).href
const RANK_CARD = new URL('rank-card.ts', import.meta.url).href

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'royale-fonts-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

/** Draws a card in a process that finds the product's own fonts only; returns the PNG's size. */
async function paintWithoutFonts(name: string): Promise<number> {
  const config = join(folder, 'fonts.conf')
  writeFileSync(config, '<fontconfig></fontconfig>')
  const rank = JSON.stringify({ name, amountCents: 900, position: 4, count: 10 })
  const script = `
    const { paint } = await import('${PAINT}')
    const { composeRankCard } = await import('${RANK_CARD}')
    console.log((await paint(composeRankCard(${rank}))).length)`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], {
    env: { FONTCONFIG_FILE: config },
  })
  return Number(stdout)
}

test.each(['Nova', 'محمد 山田 👑'])(
  'a machine without fonts draws the card of %s',
  async (name) => {
    expect(await paintWithoutFonts(name)).toBeGreaterThan(50_000)
  },
)

test.each([
  ['markup', '</span><span size="999999">&x;'],
  ['a long name', 'W'.repeat(40)],
  ['a name of one endless grapheme', `Z${'\u200d👩'.repeat(20)}`],
  ['emoji', '👨‍👩‍👧‍👦'.repeat(9)],
  ['a right-to-left name', 'محمد علي'],
  ['a script that a font may lack', '山田太郎'],
  ['stacked marks', 'Z\u0335\u0336\u0337algo'],
  ['a backslash and quotes', `\\" '`],
])('%s can be painted on both cards', async (_what, name) => {
  const amountCents = 99_999_999
  const total = { count: 1_000_000, amountCents: 99_999_999_999_999 }
  const cards = [
    composeRankCard({ name, amountCents, position: 999_999, count: total.count }),
    composeTopCard({ top: Array.from({ length: 3 }, () => ({ name, amountCents })), total }),
  ]
  for (const card of cards) {
    const { width, height, format } = await sharp(await paint(card)).metadata()
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' })
  }
})
