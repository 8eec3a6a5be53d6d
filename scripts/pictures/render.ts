// Draws the pictures that the page ships with: node scripts/pictures/render.ts [galaxy | brand]
// The galaxy takes minutes: software rendering in a headless Chromium (CHROMIUM_PATH names another one than Playwright's).
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { drawIcons, drawSocialCard } from './brand.ts'
import { drawGalaxy, landscape, portrait } from './galaxy.ts'
import type { Composition } from './galaxy.ts'

interface Cut {
  name: string
  width: number
}

const ASSETS = new URL('../../src/client/assets/', import.meta.url)
const PUBLIC = new URL('../../src/client/public/', import.meta.url)
const SAMPLES = 2
// Tuned for the eye: the default smooths the dust away. Hairlines of colour need full chroma.
const AVIF = { quality: 60, effort: 6, tune: 'iq', chromaSubsampling: '4:4:4' } as const
const WEBP = { quality: 76, effort: 6, smartSubsample: true } as const

const only = process.argv[2]
await Promise.all([mkdir(ASSETS, { recursive: true }), mkdir(PUBLIC, { recursive: true })])
if (only !== 'brand') await renderGalaxy()
if (only !== 'galaxy') await renderBrand()

async function renderGalaxy(): Promise<void> {
  await saveCuts(landscape, [
    { name: 'galaxy-2560', width: 2560 },
    { name: 'galaxy-1920', width: 1920 },
    { name: 'galaxy-1280', width: 1280 },
  ])
  await saveCuts(portrait, [{ name: 'galaxy-portrait-828', width: 828 }])
}

async function renderBrand(): Promise<void> {
  for (const [name, bytes] of Object.entries(await drawIcons())) await save(PUBLIC, name, bytes)
  const galaxy = await readFile(new URL('galaxy-2560.avif', ASSETS))
  await save(PUBLIC, 'og.png', await drawSocialCard(galaxy))
}

async function saveCuts(composition: Composition, cuts: readonly Cut[]): Promise<void> {
  const { rows, width, height } = await drawGalaxy(composition, 1, SAMPLES)
  for (const cut of cuts) {
    const picture = sharp(rows, { raw: { width, height, channels: 3 } }).resize(cut.width)
    const avif = picture.clone().avif(AVIF)
    await save(ASSETS, `${cut.name}.avif`, await avif.toBuffer())
    await save(ASSETS, `${cut.name}.webp`, await picture.webp(WEBP).toBuffer())
  }
}

async function save(folder: URL, name: string, bytes: Buffer): Promise<void> {
  await writeFile(new URL(name, folder), bytes)
  process.stdout.write(`${name}: ${(bytes.length / 1024).toFixed(1)} KB\n`)
}
