import { readStorage, writeStorage } from '#client/lib/storage.ts'
import type { PublicDonation } from '#contract/donations.ts'
import type { Total } from '#contract/leaderboard.ts'
import type { BoardView } from './leaderboard-view.ts'

/** The top of the board as this browser last saw it. */
export interface RememberedBoard {
  rows: readonly PublicDonation[]
  total: Total
  /** Unix ms. */
  asOf: number
}

/** The number is raised whenever the shape changes. */
const KEY = 'leaderboard:1'

const REMEMBERED_ROWS = 100

/** Stores the top of the board for a visit without the server. */
export function rememberBoard({ rows, total, asOf }: BoardView): void {
  const remembered: RememberedBoard = { rows: rows.slice(0, REMEMBERED_ROWS), total, asOf }
  writeStorage('browser', KEY, JSON.stringify(remembered))
}

/** Returns the stored board; undefined if there is none, or none that can be read. */
export function findRememberedBoard(): RememberedBoard | undefined {
  const value = parseJson(readStorage('browser', KEY) ?? 'null')
  return isRememberedBoard(value) ? value : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRememberedBoard(value: unknown): value is RememberedBoard {
  if (!isRecord(value) || !Number.isFinite(value.asOf)) return false
  const { rows, total } = value
  return isTotal(total) && Array.isArray(rows) && rows.every(isRow)
}

function isTotal(value: unknown): value is Total {
  return isRecord(value) && Number.isInteger(value.count) && Number.isInteger(value.amountCents)
}

function isRow(value: unknown): value is PublicDonation {
  return (
    isRecord(value) &&
    typeof value.id === 'string' &&
    typeof value.name === 'string' &&
    Number.isInteger(value.amountCents) &&
    typeof value.timestamp === 'string' &&
    ['string', 'undefined'].includes(typeof value.message)
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
