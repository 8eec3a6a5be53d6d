import { createHash } from 'node:crypto'
import type { CopyText } from './copy-side.ts'

/** The number of rows of a table, and a hash over them in the key's order. */
export interface RowDigest {
  rows: number
  hash: string
}

const NEW_LINE = 10

/** Counts and hashes rows while they pass. */
export class Digester {
  readonly #hash = createHash('sha256')
  #rows = 0

  async *pass(text: CopyText): AsyncGenerator<Buffer> {
    for await (const chunk of text) {
      this.#hash.update(chunk)
      for (let at = chunk.indexOf(NEW_LINE); at !== -1; at = chunk.indexOf(NEW_LINE, at + 1)) {
        this.#rows += 1
      }
      yield chunk
    }
  }

  /** Returns the result; only once. */
  finish(): RowDigest {
    return { rows: this.#rows, hash: this.#hash.digest('hex') }
  }
}

/** Counts and hashes all rows of a text. */
export async function digestRows(text: CopyText): Promise<RowDigest> {
  const digester = new Digester()
  for await (const chunk of digester.pass(text)) void chunk
  return digester.finish()
}
