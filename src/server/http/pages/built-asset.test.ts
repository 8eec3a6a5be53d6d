import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findBuiltAsset } from './built-asset.ts'

test('a file of the built page is found by its name, whatever its hash', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/galaxy-1280-a1_-Bcd2.webp'), '')
  writeFileSync(join(folder, 'assets/galaxy-1280-a1_-Ccd2.avif'), '')
  expect(findBuiltAsset(folder, 'galaxy-1280', 'avif')).toBe('/assets/galaxy-1280-a1_-Ccd2.avif')
  expect(findBuiltAsset(folder, 'galaxy-1920', 'avif')).toBeUndefined()
})

test('a longer name is another file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/logo-mark-a1b2c3d4.svg'), '')
  expect(findBuiltAsset(folder, 'logo', 'svg')).toBeUndefined()
  writeFileSync(join(folder, 'assets/logo-z1b2c3d4.svg'), '')
  expect(findBuiltAsset(folder, 'logo', 'svg')).toBe('/assets/logo-z1b2c3d4.svg')
})

test('without a built page there is none', () => {
  expect(findBuiltAsset(undefined, 'galaxy-1280', 'avif')).toBeUndefined()
  expect(findBuiltAsset(import.meta.dirname, 'galaxy-1280', 'avif')).toBeUndefined()
})
