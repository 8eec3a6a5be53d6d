// Draws the backgrounds of live cards, and fetches their fonts: node scripts/pictures/card-grounds.ts
import { execFileSync } from 'node:child_process'
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Region } from 'sharp'

interface Ground {
  name: string
  /** The part of the widest galaxy that is used. */
  cut: Region
  isMirrored: boolean
  /** An SVG that darkens the picture behind text. */
  shade: string
  /** The position of the logo's upper left corner. */
  logo: { x: number; y: number }
}

const SHARING = new URL('../../src/server/features/sharing/', import.meta.url)
const ASSETS = new URL('../../src/client/assets/', import.meta.url)
const CARD = { width: 1200, height: 630 }
const LOGO_SCALE = 0.82

// The static cuts of the page's variable font, which libvips cannot read.
const FONT_PACKAGE = '@expo-google-fonts/space-grotesk@0.4.1'
const FONTS: Record<string, string> = {
  'space-grotesk-medium.ttf': '500Medium/SpaceGrotesk_500Medium.ttf',
  'space-grotesk-bold.ttf': '700Bold/SpaceGrotesk_700Bold.ttf',
  'OFL-Space-Grotesk.txt': 'LICENSE_FONT',
}

// Mirrored, the galaxy's own silver and bronze stars lie at the podium's second and third place.
const podium: Ground = {
  name: 'podium',
  cut: { left: 1089, top: 160, width: 1471, height: 772 },
  isMirrored: true,
  shade: `
    <linearGradient id="shade" x1="0" x2="0" y1="0" y2="1">
      <stop offset="0" stop-color="#05040d" stop-opacity=".5"/>
      <stop offset=".3" stop-color="#05040d" stop-opacity=".12"/>
      <stop offset=".5" stop-color="#05040d" stop-opacity=".62"/>
      <stop offset=".66" stop-color="#05040d" stop-opacity=".9"/>
      <stop offset="1" stop-color="#05040d" stop-opacity=".97"/>
    </linearGradient>`,
  logo: { x: 48, y: 38 },
}

const rank: Ground = {
  name: 'rank',
  cut: { left: 360, top: 60, width: 2200, height: 1155 },
  isMirrored: false,
  shade: `
    <linearGradient id="shade" x1="0" x2="1" y1="0" y2="0">
      <stop offset="0" stop-color="#05040d" stop-opacity=".95"/>
      <stop offset=".45" stop-color="#05040d" stop-opacity=".7"/>
      <stop offset=".75" stop-color="#05040d" stop-opacity="0"/>
    </linearGradient>`,
  logo: { x: 64, y: 52 },
}

await mkdir(new URL('pictures/', SHARING), { recursive: true })
for (const ground of [podium, rank]) {
  await writeFile(new URL(`pictures/${ground.name}.webp`, SHARING), await draw(ground))
}
await fetchFonts()

async function draw({ cut, isMirrored, shade, logo }: Ground): Promise<Buffer> {
  const galaxy = await sharp(await readFile(new URL('galaxy-2560.avif', ASSETS)))
    .extract(cut)
    .resize(CARD)
    .flop(isMirrored)
    .toBuffer()
  const dark = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
    <defs>${shade}</defs><path fill="url(#shade)" d="M0 0h1200v630H0z"/></svg>`
  const mark = await sharp(await readFile(new URL('logo.svg', ASSETS)), {
    density: 72 * LOGO_SCALE,
  })
    .png()
    .toBuffer()
  return await sharp(galaxy)
    .composite([{ input: Buffer.from(dark) }, { input: mark, left: logo.x, top: logo.y }])
    .webp({ quality: 94, effort: 6, smartSubsample: true })
    .toBuffer()
}

async function fetchFonts(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'card-fonts-'))
  const pack = execFileSync('npm', ['pack', '--silent', FONT_PACKAGE], { cwd: folder })
  execFileSync('tar', ['xzf', pack.toString().trim()], { cwd: folder })
  await mkdir(new URL('fonts/', SHARING), { recursive: true })
  for (const [name, path] of Object.entries(FONTS)) {
    await writeFile(
      new URL(`fonts/${name}`, SHARING),
      await readFile(join(folder, 'package', path)),
    )
  }
  await rm(folder, { recursive: true })
}
