import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DATABASES } from '#tests/helpers/databases/databases.ts'
import type { Database } from './database.ts'
import { StorageUnavailableError } from './storage-failures.ts'
import { proveWrite, WriteProof, type WriteProofDeps } from './write-proof.ts'

describe.each(DATABASES)('a proof on $name', ({ open }) => {
  let database: Database
  let now: number
  let reports: string[]

  beforeEach(async () => {
    database = await open()
    now = 1_000_000
    reports = []
  })

  afterEach(() => database.close())

  function create(deps: Partial<WriteProofDeps> = {}): WriteProof {
    return new WriteProof({
      database,
      readFreeBytes: undefined,
      clock: () => now,
      timeoutMs: 60_000,
      report: {
        failed: (error) => void reports.push(String(error)),
        over: () => void reports.push('over'),
      },
      ...deps,
    })
  }

  test('writes, reads, and leaves nothing behind', async () => {
    expect(await create().holds()).toBe(true)
    expect(await database.reader.selectFrom('write_proofs').selectAll().execute()).toEqual([])
  })

  test('is made once for all who ask within a second', async () => {
    let writes = 0
    const counting: WriteProofDeps['database'] = {
      reader: database.reader,
      write: (write, input) => {
        writes += 1
        return database.write(write, input)
      },
    }
    const proof = create({ database: counting })
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => proof.holds()))
    expect(new Set(answers)).toEqual(new Set([true]))
    await proof.holds()
    expect(writes).toBe(1)
    now += 1_000
    await proof.holds()
    expect(writes).toBe(2)
  })

  test('that the database does not answer fails in time, once, and holds when it answers', async () => {
    const gate = Promise.withResolvers<void>()
    let writes = 0
    const wedged: WriteProofDeps['database'] = {
      reader: database.reader,
      write: async (write, input) => {
        writes += 1
        await gate.promise
        return database.write(write, input)
      },
    }
    const proof = create({ database: wedged, timeoutMs: 5 })
    expect(await proof.holds()).toBe(false)
    now += 60_000
    expect(await proof.holds()).toBe(false)
    expect(writes).toBe(1)
    expect(reports).toEqual(['Error: The database did not answer within 5 ms.'])
    gate.resolve()
    await expect.poll(() => reports.at(-1)).toBe('over')
    expect(await proof.holds()).toBe(true)
  })

  test('fails on a disk with less room than a donation needs', async () => {
    const proof = create({ readFreeBytes: async () => 4_096 })
    expect(await proof.holds()).toBe(false)
  })

  test('is made when a write fails or succeeds again, also where nobody asks', async () => {
    let failure: Error | undefined
    const failing: Database = {
      ...database,
      write: async (write, input) => {
        if (failure !== undefined) throw failure
        return database.write(write, input)
      },
    }
    const proof = create({ database: failing })
    const watched = proof.watch(failing)
    const write = () => watched.write(proveWrite, 'a').catch(String)
    await write()
    expect(reports).toEqual([])
    failure = new StorageUnavailableError('busy', {})
    await write()
    failure = new StorageUnavailableError('unreachable', {})
    await write()
    await write()
    await expect.poll(() => reports).toHaveLength(1)
    failure = undefined
    now += 1_000
    await write()
    await expect.poll(() => reports.at(-1)).toBe('over')
  })
})
