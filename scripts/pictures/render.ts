// Draws the pictures that the page ships with: node scripts/pictures/render.ts [galaxy | brand]
// The galaxy takes minutes: software rendering in a headless Chromium (CHROMIUM_PATH names another one than Playwright's).
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { landscape, portrait, tablet, type Composition } from '#client/features/sky/compositions.ts'
import { drawIcons, drawSocialCard } from './brand.ts'
import { drawGalaxy, type Suns } from './galaxy.ts'
import { drawGrain } from './grain.ts'

interface Picture {
  composition: Composition
  /** The suns, in the free places of the page: beside the headline, above and below it. */
  suns: Suns
  /** The pixels drawn per reference pixel. */
  zoom: number
  cuts: readonly Cut[]
}

interface Cut {
  name: string
  width: number
  /** The quality of the AVIF; it may be lower for screens with small pixels. */
  quality: number
  /** True if browsers without AVIF get this picture. */
  isFallback?: boolean
}

const ASSETS = new URL('../../src/client/assets/', import.meta.url)
const PUBLIC = new URL('../../src/client/public/', import.meta.url)
/** The folder of the product's screenshots, taken by scripts/screens.ts. */
const SCREENS = new URL('../../docs/screens/', import.meta.url)
const SAMPLES = 2
// The default tuning smooths the dust away; thin coloured lines need full chroma.
const AVIF = { effort: 6, tune: 'iq', chromaSubsampling: '4:4:4' } as const
const WEBP = { quality: 76, effort: 6, smartSubsample: true } as const

const PICTURES: readonly Picture[] = [
  {
    composition: landscape,
    suns: [
      [0.6, 1.57],
      [0.92, 5.11],
      [0.36, 3.53],
    ],
    zoom: 1,
    cuts: [
      { name: 'galaxy-2560', width: 2560, quality: 66, isFallback: true },
      { name: 'galaxy-1920', width: 1920, quality: 72, isFallback: true },
      { name: 'galaxy-1280', width: 1280, quality: 72, isFallback: true },
    ],
  },
  {
    composition: tablet,
    suns: [
      [0.6, 1.57],
      [0.92, 2.35],
      [0.36, 3.4],
    ],
    zoom: 1.4,
    cuts: [
      { name: 'galaxy-tablet-1540', width: 1540, quality: 66 },
      { name: 'galaxy-tablet-1024', width: 1024, quality: 72, isFallback: true },
    ],
  },
  {
    composition: portrait,
    suns: [
      [0.6, 1.93],
      [0.92, 1.27],
      [0.36, 4],
    ],
    zoom: 1.5,
    cuts: [
      { name: 'galaxy-portrait-1242', width: 1242, quality: 60 },
      { name: 'galaxy-portrait-828', width: 828, quality: 66, isFallback: true },
    ],
  },
]

const only = process.argv[2]
await Promise.all([ASSETS, PUBLIC].map((folder) => mkdir(folder, { recursive: true })))
if (only !== 'brand') for (const picture of PICTURES) await renderGalaxy(picture)
if (only !== 'galaxy') await renderBrand()

async function renderGalaxy({ composition, suns, zoom, cuts }: Picture): Promise<void> {
  const { rows, width, height } = await drawGalaxy(composition, suns, zoom, SAMPLES)
  for (const cut of cuts) {
    const picture = sharp(rows, { raw: { width, height, channels: 3 } }).resize(cut.width)
    const avif = picture.clone().avif({ ...AVIF, quality: cut.quality })
    await save(ASSETS, `${cut.name}.avif`, await avif.toBuffer())
    if (cut.isFallback !== true) continue
    await save(ASSETS, `${cut.name}.webp`, await picture.webp(WEBP).toBuffer())
  }
}

async function renderBrand(): Promise<void> {
  await save(ASSETS, 'grain.png', await drawGrain())
  for (const [name, bytes] of Object.entries(await drawIcons())) await save(PUBLIC, name, bytes)
  const galaxy = await readFile(new URL('galaxy-2560.avif', ASSETS))
  await save(PUBLIC, 'og.png', await drawSocialCard(galaxy))
  // The screenshots of the install dialogs of phones and laptops.
  for (const size of ['phone', 'desktop']) {
    const screen = new URL(`board-${size}.webp`, SCREENS)
    await copyFile(screen, new URL(`screen-${size}.webp`, PUBLIC))
  }
}

async function save(folder: URL, name: string, bytes: Buffer): Promise<void> {
  await writeFile(new URL(name, folder), bytes)
  process.stdout.write(`${name}: ${(bytes.length / 1000).toFixed(1)} kB\n`)
}
