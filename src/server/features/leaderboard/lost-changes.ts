import type { Reader } from '#server/infra/database/database.ts'
import { readVersion, type BoardChange } from '#server/features/ledger/ledger.ts'

/**
 * Thrown when the database no longer has changes that this process has shown: a standby that lacked
 * them has taken over. Nothing in memory can be trusted then.
 */
export class LostChangesError extends Error {
  override readonly name = 'LostChangesError'

  constructor(version: number) {
    super(
      `The database has lost changes of the board up to version ${version} that were shown: a standby that lacks them has taken over. The server ends, and shows what is stored when it starts again. 'donation-royale reconcile --import' then books from the providers what is missing.`,
    )
  }
}

/** Remembers the last change that was applied, by which a history that differs is known. */
export class LastChange {
  #version: number
  /** The donation of the change; undefined until it is read. */
  #id: string | undefined

  constructor(version: number) {
    this.#version = version
  }

  /** The version after which changes are read, so that the last one comes once more. */
  get before(): number {
    return this.#version - 1
  }

  /**
   * Returns the changes that are new among those after `before`. Throws a LostChangesError if the
   * last one is another one now, or if the database has not come so far. A change that is gone says
   * nothing: what was erased is gone, too.
   */
  async takeNew(reader: Reader, changes: readonly BoardChange[]): Promise<readonly BoardChange[]> {
    const [first] = changes
    const isLast = first?.version === this.#version
    const differs = isLast && this.#id !== undefined && first.id !== this.#id
    const mayBeBehind = first === undefined && this.#version > 0
    const isBehind = mayBeBehind && (await readVersion(reader)) < this.#version
    if (differs || isBehind) throw new LostChangesError(this.#version)
    const last = changes.at(-1)
    if (last !== undefined) {
      this.#version = last.version
      this.#id = last.id
    }
    return isLast ? changes.slice(1) : changes
  }
}

/** Ends the process, as an error that nobody catches does; its supervisor starts it again. */
export function endProcess(error: Error): void {
  setImmediate(() => {
    throw error
  })
}
