import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ConfigError } from '#server/config.ts'
import { describeStartupError } from './startup-error.ts'
import { MigrationError } from '#server/infra/database/migrate.ts'
import { DataDirInUseError } from '#server/infra/database/sqlite/data-dir-lock.ts'
import {
  DamagedDatabaseError,
  StorageUnavailableError,
} from '#server/infra/database/storage-failures.ts'

function systemError(code: string, path?: string): Error {
  return Object.assign(new Error(`${code}: some words`), { code, path, syscall: 'open' })
}

const cause = new Error('database is locked')

describe('what a host can mend is told in one line', () => {
  test.each([
    [new ConfigError('PORT must be a number.'), /^PORT must be a number\.$/],
    [new DataDirInUseError('Another one uses it.'), /^Another one uses it\.$/],
    [new DamagedDatabaseError('damaged'), /^The database .* is damaged: move .* backup/],
    [
      new StorageUnavailableError('busy', { cause }),
      /^Another program holds the database .* \(database is locked\)$/,
    ],
    [new StorageUnavailableError('full', { cause }), /^The disk .* is full: free some space/],
    [new StorageUnavailableError('read_only', { cause }), /cannot be written: let this user write/],
    [new StorageUnavailableError('input_output', { cause }), /cannot be read or written: look at/],
    [new StorageUnavailableError('unreachable', { cause }), /DATABASE_URL names cannot be reached/],
    [systemError('EADDRINUSE'), /^PORT is taken: /],
    [systemError('EROFS', '/data'), /^DATA_DIR cannot be written: let this user write \/data, /],
    [systemError('EACCES', '/data'), /^DATA_DIR cannot be written/],
    [systemError('ENOTDIR', '/data'), /^DATA_DIR is not a folder: \/data is in its place/],
    [systemError('ENOSPC'), /^The disk that holds DATA_DIR is full/],
  ])('%s', (error, line) => {
    const saying = describeStartupError(error)
    expect(saying).toMatch(line)
    expect(saying).not.toContain('\n')
  })

  test('also where something stands around it', () => {
    const full = new StorageUnavailableError('full', { cause })
    const error = new MigrationError('0031-write-proofs', full)
    expect(describeStartupError(error)).toMatch(/^The disk .* is full/)
  })

  test('a folder that the unit of the service does not name', () => {
    vi.stubEnv('INVOCATION_ID', 'of systemd')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(describeStartupError(systemError('EROFS', '/data'))).toMatch(
      /^DATA_DIR cannot be written: let the service's user write \/data, and name the folder in Read/,
    )
  })

  test('a migration that fails for a reason of its own', () => {
    expect(describeStartupError(new MigrationError('0031-write-proofs', cause))).toMatch(
      /^The database could not be brought to 0031-write-proofs, and is as it was \(.+\): start the version before again, and report this\.$/,
    )
  })
})

test('what only we can mend is told with everything in it', () => {
  expect(describeStartupError(new Error('a mistake'))).toContain('startup-error.test.ts')
  // A port that only root may have is no folder.
  expect(describeStartupError(systemError('EACCES'))).toContain('EACCES: some words')
  expect(describeStartupError('a word')).toBe('a word')
})
