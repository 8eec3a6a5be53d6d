import type { Kysely } from 'kysely'
import type { Schema } from './schema/schema.ts'

/** A handle for queries that change nothing. */
export type Reader = Kysely<Schema>

/** A handle inside the transaction that a group of writes shares. */
export type Writer = Kysely<Schema>

/**
 * A named unit of work. `apply` takes all inputs that wait at the moment and returns one output for
 * each, in the same order, so that several callers share its statements and one commit. Inputs and
 * outputs are plain data, because the work may be done in another thread.
 */
export interface Write<Input, Output> {
  readonly name: string
  readonly apply: (writer: Writer, inputs: readonly Input[]) => Promise<readonly Output[]>
}

export interface Database {
  readonly dialect: 'sqlite' | 'postgres'
  /** Reads the database; sees every write whose promise has resolved. */
  readonly reader: Reader
  /**
   * Runs `read` on one snapshot, which has every write whose promise has resolved. A long one keeps
   * neither `reader` nor other snapshots waiting.
   */
  readSnapshot<Result>(read: (snapshot: Reader) => Promise<Result>): Promise<Result>
  /**
   * Runs the statements of a library, each as its own unit of work, which is durable when its
   * promise resolves. It has no transactions.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- the library's own tables
  readonly autocommit: Kysely<any>
  /**
   * Does one unit of work. It is durable when the promise resolves; when it rejects, nothing of
   * this unit was done. Fails with a StorageUnavailableError while nothing can be stored. Units
   * whose promises are pending at the same time may be done in any order.
   */
  write<Input, Output>(write: Write<Input, Output>, input: Input): Promise<Output>
  /** Runs `work` while no other node of this installation runs any work passed to `exclusively`. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>
  /**
   * Overwrites what deleted rows have left in the files of an embedded database. Fails if another
   * program holds them; PostgreSQL reuses the space of deleted rows by itself.
   */
  purge(): Promise<void>
  close(): Promise<void>
}

/** Creates a write whose inputs do not share statements. */
export function writeEach<Input, Output>(
  name: string,
  applyOne: (writer: Writer, input: Input) => Promise<Output>,
): Write<Input, Output> {
  return {
    name,
    apply: async (writer, inputs) => {
      const outputs: Output[] = []
      for (const input of inputs) outputs.push(await applyOne(writer, input))
      return outputs
    },
  }
}
