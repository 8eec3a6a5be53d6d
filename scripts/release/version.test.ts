import { expect, test } from 'vitest'
import { findVersion } from './version.ts'

const HEAD = '# Changelog\n\n## [Unreleased]\n\n'
const SECTION =
  '## [1.2.0] - 2026-11-23\n\n### Upgrading\n\nNothing to do.\n\n### Added\n\n- Backups.\n'

test('the newest section of the changelog is the version', () => {
  expect(findVersion(HEAD + SECTION, '1.2.0')).toEqual({
    version: '1.2.0',
    notes: '### Upgrading\n\nNothing to do.\n\n### Added\n\n- Backups.',
    trial: undefined,
  })
})

test('what is unreleased makes a trial of the version in the manifest', () => {
  const { version, trial } = findVersion(`${HEAD}### Fixed\n\n- A thing.\n\n${SECTION}`, '1.3.0')
  expect(version).toBe('1.3.0-dev')
  expect(trial).toContain('unreleased changes')
})

test('a trial after a release is of the version after it, as package managers sort them', () => {
  const changelog = `${HEAD}### Fixed\n\n- A thing.\n\n${SECTION}`
  expect(findVersion(changelog, '1.2.0')).toMatchObject({
    version: '1.2.1-dev',
    notes: '### Fixed\n\n- A thing.',
  })
})

test('a version that does not say how to upgrade is refused', () => {
  const silent = SECTION.replace('### Upgrading\n\nNothing to do.\n\n', '')
  expect(() => findVersion(HEAD + silent, '1.2.0')).toThrow('does not say how to upgrade')
})

test('a changelog without any version makes a trial', () => {
  expect(findVersion(HEAD, '0.1.0').version).toBe('0.1.0-dev')
})

test('a manifest of another version is refused, with the command that mends it', () => {
  expect(() => findVersion(HEAD + SECTION, '1.1.0')).toThrow(
    'The newest version in CHANGELOG.md is 1.2.0, and in package.json 1.1.0: run npm version --no-git-tag-version 1.2.0',
  )
})

test('a version without a date is refused', () => {
  expect(() => findVersion('## [1.2.0]\n\n- Backups.\n', '1.2.0')).toThrow('has no date')
})
