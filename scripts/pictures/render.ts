// Draws the pictures that the page is shipped with: node scripts/pictures/render.ts [galaxy] [brand]
import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { drawGalaxy, landscape, portrait } from './galaxy.ts'
import type { Composition } from './galaxy.ts'

const ASSETS = new URL('../../src/client/assets/', import.meta.url)
const SAMPLES = 1

await mkdir(ASSETS, { recursive: true })
await saveGalaxy(landscape, [
  { name: 'galaxy-2560', width: 2560 },
  { name: 'galaxy-1920', width: 1920 },
  { name: 'galaxy-1280', width: 1280 },
])
await saveGalaxy(portrait, [{ name: 'galaxy-portrait-828', width: 828 }])

interface Cut {
  name: string
  width: number
}

async function saveGalaxy(composition: Composition, cuts: readonly Cut[]): Promise<void> {
  const { rows, width, height } = await drawGalaxy(composition, 1, SAMPLES)
  for (const cut of cuts) {
    const picture = sharp(rows, { raw: { width, height, channels: 3 } }).resize(cut.width)
    await save(
      `${cut.name}.avif`,
      await picture.clone().avif({ quality: 50, effort: 6 }).toBuffer(),
    )
    await save(`${cut.name}.webp`, await picture.webp({ quality: 72, effort: 6 }).toBuffer())
  }
}

async function save(name: string, bytes: Buffer): Promise<void> {
  await writeFile(new URL(name, ASSETS), bytes)
  console.log(`${name}: ${(bytes.length / 1024).toFixed(1)} KB`)
}
