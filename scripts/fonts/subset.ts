// Cuts the fonts down to what the page needs: node scripts/fonts/subset.ts
// Needs fontTools with Brotli (`pip install fonttools brotli`, or Debian's fonttools and python3-brotli).
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PACKAGES = join(import.meta.dirname, '../../node_modules/@fontsource-variable')
const RESULTS = join(import.meta.dirname, '../../src/client/assets/fonts')

/**
 * The font families; `weights` limits the axis where that makes the file smaller. The page uses 400
 * to 700.
 */
const FAMILIES = [
  { name: 'space-grotesk', weights: undefined },
  { name: 'geist', weights: '400:700' },
]

/** The characters of each file; fonts.css has the same ranges. */
const PARTS = [
  {
    // The characters of every page: ASCII, signs of typography, the minus. A file above 13 kB would
    // no longer arrive in the first round trip of a new connection.
    name: 'core',
    unicodes: 'U+20-7E,U+A0,U+B7,U+2013-2014,U+2018-2019,U+201C-201D,U+2026,U+2212',
  },
  {
    // The letters and signs of western Europe, fetched only if a text has one.
    name: 'accents',
    unicodes: 'U+A1-B6,U+B8-FF,U+131,U+152-153,U+2022,U+20AC,U+2191,U+2193',
  },
]

const workshop = mkdtempSync(join(tmpdir(), 'royale-fonts-'))
try {
  for (const family of FAMILIES) for (const part of PARTS) cut(family, part)
} finally {
  rmSync(workshop, { recursive: true })
}

function cut({ name, weights }: (typeof FAMILIES)[number], part: (typeof PARTS)[number]): void {
  const whole = join(PACKAGES, name, `files/${name}-latin-wght-normal.woff2`)
  const result = join(RESULTS, `${name}-${part.name}.woff2`)
  const narrow = join(workshop, `${name}-${part.name}.ttf`)
  // Narrowed after the letters are chosen: the other way round fontTools loses `.notdef`.
  pickLetters(whole, part.unicodes, narrow)
  if (weights !== undefined) {
    execFileSync('fonttools', ['varLib.instancer', narrow, `wght=${weights}`, '-o', narrow, '-q'])
  }
  pickLetters(narrow, '*', result)
  process.stdout.write(`${name}-${part.name}: ${(statSync(result).size / 1000).toFixed(1)} kB\n`)
}

function pickLetters(font: string, unicodes: string, result: string): void {
  execFileSync('pyftsubset', [
    font,
    `--unicodes=${unicodes}`,
    `--output-file=${result}`,
    ...(result.endsWith('.woff2') ? ['--flavor=woff2'] : []),
    // Tabular figures, kerning, ligatures, accents that find their letter.
    '--layout-features=kern,liga,locl,tnum,ccmp',
    '--no-hinting',
    '--name-IDs=0,1,2,13,14',
    '--notdef-outline',
  ])
}
