import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readFontFaces } from './font-faces.ts'

const GEIST = '@font-face{font-family:Geist;src:url(/assets/geist-a1.woff2)format("woff2")}'
const FALLBACK = '@font-face{font-family:Geist Fallback;src:local(Arial)}'

test('the fonts of the built page are read once each, without their fallbacks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fonts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/index-a1.css'), `a{color:red}${GEIST}${FALLBACK}`)
  writeFileSync(join(folder, 'assets/me-b2.css'), `${GEIST}b{color:red}`)
  expect(readFontFaces(folder)).toEqual({ markup: GEIST })
})

test('without a built page there are none', () => {
  expect(readFontFaces(undefined)).toBeUndefined()
})

test('a page without styles leaves the fonts of the device', () => {
  expect(readFontFaces(import.meta.dirname)).toBeUndefined()
})
