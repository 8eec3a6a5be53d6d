import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/app-error.ts'
import { fromFailureMessage, toFailureMessage } from '../failure-message.ts'
import { toSqliteFailure } from './sqlite-failures.ts'
import {
  DamagedDatabaseError,
  StorageUnavailableError,
  toWriteFailure,
  WriterLostError,
} from '../storage-failures.ts'

function sqliteError(errcode: number, message = 'some words'): Error {
  return Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode })
}

describe('what SQLite says', () => {
  test.each([
    ['SQLITE_FULL', 13, 'full'],
    ['SQLITE_IOERR_SHMSIZE', 4_874, 'full'],
    ['SQLITE_READONLY', 8, 'read_only'],
    ['SQLITE_READONLY_DBMOVED', 1_032, 'read_only'],
    ['SQLITE_BUSY', 5, 'busy'],
    ['SQLITE_BUSY_SNAPSHOT', 517, 'busy'],
    ['SQLITE_LOCKED', 6, 'busy'],
    ['SQLITE_IOERR_READ', 266, 'input_output'],
    ['SQLITE_CANTOPEN', 14, 'input_output'],
  ])('%s may pass by itself', (_name, errcode, kind) => {
    const error = sqliteError(errcode)
    const explained = toSqliteFailure(error)
    expect(explained).toBeInstanceOf(StorageUnavailableError)
    expect(explained).toMatchObject({ code: 'unavailable', kind, cause: error })
  })

  test.each([
    ['SQLITE_IOERR_FSYNC', 1_034],
    ['SQLITE_IOERR_DIR_FSYNC', 1_290],
  ])('%s leaves the disk unknown, wherever it comes up', (_name, errcode) => {
    expect(toSqliteFailure(sqliteError(errcode))).toBeInstanceOf(WriterLostError)
  })

  test('any other failure of the disk at a commit leaves it unknown', () => {
    expect(toSqliteFailure(sqliteError(778), { isCommit: true })).toBeInstanceOf(WriterLostError)
    expect(toSqliteFailure(sqliteError(778))).toBeInstanceOf(StorageUnavailableError)
  })

  test('a full disk at a commit is only full', () => {
    for (const errcode of [13, 4_874]) {
      expect(toSqliteFailure(sqliteError(errcode), { isCommit: true })).toMatchObject({
        kind: 'full',
      })
    }
  })

  test.each([11, 26, 267])('a damaged file (%i) is for the host', (errcode) => {
    expect(toSqliteFailure(sqliteError(errcode))).toBeInstanceOf(DamagedDatabaseError)
  })

  test('a refused row, and what is no error of SQLite’s, stay as they are', () => {
    for (const error of [sqliteError(2_067), new Error('ours'), 'a word', undefined]) {
      expect(toSqliteFailure(error)).toBe(error)
    }
  })
})

describe('a failure that crosses a thread', () => {
  const cross = (failure: unknown) => fromFailureMessage(structuredClone(toFailureMessage(failure)))

  test('is the same kind there, with SQLite’s own words and code', () => {
    const crossed = cross(toSqliteFailure(sqliteError(13, 'database or disk is full')))
    expect(crossed).toBeInstanceOf(StorageUnavailableError)
    expect(crossed).toMatchObject({
      kind: 'full',
      cause: { message: 'database or disk is full', errcode: 13 },
    })
  })

  test('keeps the code of a refused row', () => {
    expect(cross(sqliteError(2_067, 'UNIQUE constraint failed'))).toMatchObject({
      message: 'UNIQUE constraint failed',
      errcode: 2_067,
    })
  })
})

describe('the errors that callers get', () => {
  test('of a kind that may pass is a sentence for people; the log finds the write', () => {
    const cause = sqliteError(13, 'database or disk is full')
    const failure = toWriteFailure('ledger.book', new StorageUnavailableError('full', { cause }))
    expect(failure).toBeInstanceOf(AppError)
    expect(failure.message).toBe(
      'The server cannot save anything right now. Please try again in a moment.',
    )
    expect(failure.cause).toMatchObject({ message: 'The write "ledger.book" failed.', cause })
  })

  test('of a mistake names the write', () => {
    const cause = sqliteError(2_067)
    const failure = toWriteFailure('ledger.book', cause)
    expect(failure).not.toBeInstanceOf(AppError)
    expect(failure).toMatchObject({ message: 'The write "ledger.book" failed.', cause })
  })
})
