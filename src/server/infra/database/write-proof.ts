import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { writeEach, type Database } from './database.ts'
import type { StateLog } from '../state-log.ts'
import { StorageUnavailableError } from './storage-failures.ts'

/**
 * Inserts a row, reads it back and deletes it, in the transaction of everybody's writes; so nothing
 * stays, and no node waits for another's row.
 */
export const proveWrite = writeEach('database.prove', async (writer, id: string) => {
  await writer.insertInto('write_proofs').values({ id }).execute()
  await writer
    .selectFrom('write_proofs')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await writer.deleteFrom('write_proofs').where('id', '=', id).execute()
  return null
})

/** The time for which a proof holds, ms. */
const PROOF_VALID_MS = 1_000

/** The time after which a proof that did not come counts as failed, ms. */
const PROOF_TIMEOUT_MS = 2_000

export interface WriteProofDeps {
  database: Pick<Database, 'reader' | 'write'>
  /** Returns the free bytes of the embedded database's disk; undefined where that is not ours. */
  readFreeBytes: (() => Promise<number>) | undefined
  clock: () => number
  /** Is told the result of each proof. */
  report: StateLog
  timeoutMs?: number
}

/**
 * The space below which the embedded database counts as full, bytes: its log reuses its own space,
 * so that small commits still succeed on a disk that has no room for a donation.
 */
const MIN_FREE_BYTES = 256 * 1024

/**
 * Proves that the database can be written and read. A proof holds for a second, and at most one is
 * under way, so that any number of callers costs the same.
 */
export class WriteProof {
  readonly #deps: WriteProofDeps
  #last: { at: number; ok: boolean } | undefined
  #answer: Promise<boolean> | undefined
  #isOk = true

  constructor(deps: WriteProofDeps) {
    this.#deps = deps
  }

  /** Returns whether the database could be written and read a moment ago. Never fails. */
  holds(): Promise<boolean> {
    if (this.#answer !== undefined) return this.#answer
    const last = this.#last
    if (last !== undefined && this.#deps.clock() - last.at < PROOF_VALID_MS) {
      return Promise.resolve(last.ok)
    }
    this.#answer = this.#prove()
    return this.#answer
  }

  /**
   * Hears whether some other work with the database could be done; proves it if that is news, so
   * that it is reported also where nobody asks.
   */
  hint(ok: boolean): void {
    if (ok !== this.#isOk) void this.holds()
  }

  /** Wraps a database so that its writes are hints. */
  watch(database: Database): Database {
    return {
      ...database,
      write: (write, input) => {
        const done = database.write(write, input)
        done.then(
          () => this.hint(true),
          (error: unknown) => {
            if (isAway(error)) this.hint(false)
          },
        )
        return done
      },
    }
  }

  /** Returns in time; the answer stands until the database itself has answered. */
  async #prove(): Promise<boolean> {
    const timer = new AbortController()
    const proof = this.#try().then(
      () => this.#note(true),
      (error: unknown) => this.#note(false, error),
    )
    void proof.finally(() => {
      timer.abort()
      this.#answer = undefined
      this.#last = { at: this.#deps.clock(), ok: this.#isOk }
    })
    return Promise.race([proof, this.#failLate(timer.signal)])
  }

  async #failLate(signal: AbortSignal): Promise<boolean> {
    const { timeoutMs = PROOF_TIMEOUT_MS } = this.#deps
    try {
      await delay(timeoutMs, undefined, { signal, ref: false })
    } catch {
      // The proof has come, and wins the race.
      return false
    }
    return this.#note(false, new Error(`The database did not answer within ${timeoutMs} ms.`))
  }

  async #try(): Promise<void> {
    const { database, readFreeBytes } = this.#deps
    const freeBytes = await readFreeBytes?.()
    if (freeBytes !== undefined && freeBytes < MIN_FREE_BYTES) {
      throw new StorageUnavailableError('full', {
        cause: new Error(`${freeBytes} bytes of the disk are free.`),
      })
    }
    await database.write(proveWrite, randomUUID())
    await database.reader.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  }

  #note(ok: boolean, error?: unknown): boolean {
    if (ok) this.#deps.report.over()
    else this.#deps.report.failed(error)
    this.#isOk = ok
    return ok
  }
}

/** Returns whether a write failed for a reason that other writes will meet, too. */
function isAway(error: unknown): boolean {
  return (
    error instanceof StorageUnavailableError && error.kind !== 'busy' && error.kind !== 'contended'
  )
}
