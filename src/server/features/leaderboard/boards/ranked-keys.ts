import type { RankKey } from '#server/features/ledger/ledger.ts'
import type { RankedAmounts } from '../rank-quote.ts'

/** The most keys of a chunk, which a change may have to move. */
const CAPACITY = 512

/** Neighbouring keys, each as its amount and its sequence. */
interface Chunk {
  values: Float64Array
  size: number
}

/**
 * The keys of a board's rows in their order, 16 bytes each: an ordered list in chunks. A change and
 * a search take some microseconds among a million rows.
 */
export class RankedKeys implements RankedAmounts {
  readonly #chunks: Chunk[] = []
  #size = 0
  #sumCents = 0

  get size(): number {
    return this.#size
  }

  /** The sum of all amounts. */
  get sumCents(): number {
    return this.#sumCents
  }

  add(key: RankKey): void {
    const at = Math.min(this.#chunkOf(key), this.#chunks.length - 1)
    const chunk = this.#chunks[at] ?? this.#insertChunk(0, new Float64Array(2 * CAPACITY), 0)
    const index = indexIn(chunk, key)
    chunk.values.copyWithin(2 * (index + 1), 2 * index, 2 * chunk.size)
    chunk.values[2 * index] = key.amountCents
    chunk.values[2 * index + 1] = key.sequence
    chunk.size += 1
    this.#size += 1
    this.#sumCents += key.amountCents
    if (chunk.size === CAPACITY) this.#split(at === -1 ? 0 : at, chunk)
  }

  /** Removes a key; throws if it is not there. */
  remove(key: RankKey): void {
    const at = this.#chunkOf(key)
    const chunk = this.#chunks[at]
    const index = chunk === undefined ? 0 : indexIn(chunk, key)
    if (chunk === undefined || compareAt(chunk, index, key) !== 0) {
      throw new RangeError(`No row of ${key.amountCents} cents has the sequence ${key.sequence}.`)
    }
    chunk.values.copyWithin(2 * index, 2 * (index + 1), 2 * chunk.size)
    chunk.size -= 1
    this.#size -= 1
    this.#sumCents -= key.amountCents
    if (chunk.size === 0) this.#chunks.splice(at, 1)
  }

  /** Returns the number of rows that rank above a key, whether it is there or not. */
  countBefore(key: RankKey): number {
    const at = this.#chunkOf(key)
    let count = 0
    for (let before = 0; before < at; before += 1) count += this.#chunks[before]?.size ?? 0
    const chunk = this.#chunks[at]
    return chunk === undefined ? count : count + indexIn(chunk, key)
  }

  countAbove(amountCents: number): number {
    return this.countBefore({ amountCents, sequence: 0 })
  }

  smallestAtLeast(amountCents: number): number | undefined {
    return this.at(this.countAbove(amountCents - 1))?.amountCents
  }

  amountAt(position: number): number {
    const key = this.at(position)
    if (key === undefined) throw new RangeError(`Nobody is at ${position}.`)
    return key.amountCents
  }

  /** Returns the key at a position, counted from 1. */
  at(position: number): RankKey | undefined {
    return this.slice(position - 1, position)[0]
  }

  /** Returns the keys from an index, counted from 0, to before another one. */
  slice(from: number, to: number): RankKey[] {
    const keys: RankKey[] = []
    let start = 0
    for (const chunk of this.#chunks) {
      if (start >= to) break
      for (let at = Math.max(0, from - start); at < Math.min(chunk.size, to - start); at += 1) {
        keys.push({
          amountCents: chunk.values[2 * at] ?? 0,
          sequence: chunk.values[2 * at + 1] ?? 0,
        })
      }
      start += chunk.size
    }
    return keys
  }

  /** Returns the index of the first chunk whose last key does not rank above a key. */
  #chunkOf(key: RankKey): number {
    let low = 0
    let high = this.#chunks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const chunk = this.#chunks[middle]
      if (chunk !== undefined && compareAt(chunk, chunk.size - 1, key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #split(at: number, chunk: Chunk): void {
    const half = CAPACITY / 2
    const upper = new Float64Array(2 * CAPACITY)
    upper.set(chunk.values.subarray(2 * half))
    chunk.size = half
    this.#insertChunk(at + 1, upper, half)
  }

  #insertChunk(at: number, values: Float64Array, size: number): Chunk {
    const chunk = { values, size }
    this.#chunks.splice(at, 0, chunk)
    return chunk
  }
}

/** Returns the index of a key in a chunk, or the one at which it would be inserted. */
function indexIn(chunk: Chunk, key: RankKey): number {
  let low = 0
  let high = chunk.size
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareAt(chunk, middle, key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Compares a key of a chunk with another one, as `compareRank` does. */
function compareAt({ values }: Chunk, index: number, key: RankKey): number {
  const amountCents = values[2 * index] ?? 0
  return key.amountCents - amountCents || (values[2 * index + 1] ?? 0) - key.sequence
}
