import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

// 01-package.test.ts makes a whole release, and looks at what is in it.

const ROOT = join(import.meta.dirname, '../..')
const CHANGELOG = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))

/** A repository with another changelog. */
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'royale-release-'))
  for (const name of ['package.json', 'scripts']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  }
  for (const name of ['node_modules', 'src', 'tests']) {
    symlinkSync(join(ROOT, name), join(folder, name))
  }
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Makes a release with a changelog; returns how that ended. */
function release(changelog: string): { status: number | null; stderr: string } {
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  return spawnSync(process.execPath, ['scripts/release.ts'], { cwd: folder, encoding: 'utf8' })
}

const section = (heading: string, text: string) => `# Changelog\n\n## ${heading}\n\n${text}\n`

test.each([
  [
    'another version',
    section('[99.0.0] - 2026-11-23', '### Upgrading\n\nNothing to do.'),
    `The newest version in CHANGELOG.md is 99.0.0, and in package.json ${version}: run npm version --no-git-tag-version 99.0.0`,
  ],
  [
    'a version without a date',
    section(`[${version}]`, '### Upgrading\n\nNothing to do.'),
    `In CHANGELOG.md the version ${version} has no date: write ## [${version}] - YYYY-MM-DD`,
  ],
  [
    'a version that does not say how to upgrade',
    section(`[${version}] - 2026-11-23`, '### Added\n\n- A thing.'),
    `In CHANGELOG.md the version ${version} does not say how to upgrade: add a section ### Upgrading, also if there is nothing to do.`,
  ],
])('%s is not released', (_what, changelog, sentence) => {
  const { status, stderr } = release(changelog)
  expect(stderr).toContain(sentence)
  expect(status).toBe(1)
  expect(existsSync(join(folder, 'dist'))).toBe(false)
})

test('each version says when it came, and how to upgrade to it', () => {
  const sections = CHANGELOG.split(/^## /m).slice(1)
  const versions = sections.filter((text) => !text.startsWith('[Unreleased]'))
  expect(versions.length).toBeGreaterThan(0)
  for (const text of versions) {
    expect(text).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/m)
    expect(text).toMatch(/^### Upgrading$/m)
  }
})
