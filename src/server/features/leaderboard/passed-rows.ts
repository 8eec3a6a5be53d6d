import type { ShownDonation } from '#server/features/ledger/ledger.ts'

/** A row of the board, and the version that it was read of. */
export interface PassedRow {
  row: ShownDonation
  version: number
}

/** The most rows that are kept, since anybody may ask for any amount. */
const MAX_ROWS = 1_000

/**
 * Keeps the rows of the latest version that amounts would pass and that are too far down to be in
 * memory, or the quotes that name them: all viewers ask for the same few amounts, at each change of
 * the board.
 */
export class PassedRows<Passed extends { version: number } = PassedRow> {
  #version = -1
  readonly #rows = new Map<number, Promise<Passed | undefined>>()

  /**
   * Returns the row at a position of a version, read by `read` unless it is known. What was read of
   * another version is returned once, and failures are not kept.
   */
  find(
    version: number,
    position: number,
    read: () => Promise<Passed | undefined>,
  ): Promise<Passed | undefined> {
    if (version !== this.#version) this.#rows.clear()
    this.#version = version
    const known = this.#rows.get(position)
    if (known !== undefined) return known
    const found = this.#read(version, position, read)
    if (this.#rows.size < MAX_ROWS) this.#rows.set(position, found)
    return found
  }

  async #read(
    version: number,
    position: number,
    read: () => Promise<Passed | undefined>,
  ): Promise<Passed | undefined> {
    let isKept = false
    try {
      const passed = await read()
      isKept = passed?.version === version
      return passed
    } finally {
      if (!isKept && this.#version === version) this.#rows.delete(position)
    }
  }
}
