import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const PAINT = new URL('paint.ts', import.meta.url).href
const RANK_CARD = new URL('rank-card.ts', import.meta.url).href

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'royale-fonts-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

/** Draws a card in a process that finds no fonts but the product's own; answers the PNG's size. */
async function paintWithoutFonts(name: string): Promise<number> {
  const config = join(folder, 'fonts.conf')
  writeFileSync(config, '<fontconfig></fontconfig>')
  const standing = JSON.stringify({ name, amountCents: 900, position: 4, count: 10 })
  const script = `
    const { paint } = await import('${PAINT}')
    const { composeRankCard } = await import('${RANK_CARD}')
    console.log((await paint(composeRankCard(${standing}))).length)`
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
