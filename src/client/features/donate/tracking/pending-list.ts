import { AppError } from '#contract/app-error.ts'
import type { Checkout } from '#contract/checkouts.ts'
import { fetchCheckoutStatus, isOpen, type CheckoutStatus } from './checkout-status.ts'
import type { PendingRow } from './payments-view.ts'
import { listPendingCheckouts } from '../api/payments.ts'

/** The duration of the row's fading, ms. */
const FADE_OUT_MS = 450

export interface PendingListOptions {
  /** Called after every change of the rows. */
  onChange: () => void
  /** Called with the outcome of a payment that the provider had been processing. */
  onEnd: (row: PendingRow, status: CheckoutStatus) => void
}

/** Lists the donor's payments that a provider processes, as the server tells them. */
export class PendingList {
  readonly #options: PendingListOptions
  #rows: readonly PendingRow[] = []
  /** True if there may be payments that the list does not have yet. */
  #isStale = false

  constructor(options: PendingListOptions) {
    this.#options = options
  }

  get rows(): readonly PendingRow[] {
    return this.#rows
  }

  get isConfirming(): boolean {
    return this.#rows.some(({ stage }) => stage === 'confirming')
  }

  /** True while the server may have news. */
  get needsPolling(): boolean {
    return this.#isStale || this.isConfirming
  }

  /** Lets the next refresh fetch the list, even if nothing is known to be pending. */
  markStale(): void {
    this.#isStale = true
  }

  clear(): void {
    this.#isStale = false
    this.#setRows([])
  }

  /** Fades a row out and removes it. */
  removeRow(id: string): void {
    this.#updateRow(id, { isLeaving: true })
    setTimeout(() => this.#setRows(this.#rows.filter((row) => row.id !== id)), FADE_OUT_MS)
  }

  /** Fetches the list if needed. Without a response the rows stay as they are. */
  async refresh(signal: AbortSignal): Promise<void> {
    if (!this.needsPolling) return
    const checkouts = await fetchPending(signal)
    if (checkouts === undefined || signal.aborted) return
    this.#isStale = false
    const listed = new Set(checkouts.map(({ id }) => id))
    const missing = this.#rows.filter(({ id, stage }) => stage === 'confirming' && !listed.has(id))
    this.#add(checkouts)
    await Promise.all(missing.map((row) => this.#finishRow(row, signal)))
  }

  #add(checkouts: readonly Checkout[]): void {
    const known = new Set(this.#rows.map(({ id }) => id))
    const added = checkouts.filter(({ id }) => !known.has(id))
    if (added.length > 0) this.#setRows([...added.map(toRow), ...this.#rows])
  }

  async #finishRow(row: PendingRow, signal: AbortSignal): Promise<void> {
    const status = await fetchCheckoutStatus(row.id, 'returned', signal)
    if (signal.aborted || isStillPending(status)) return
    if (status.kind === 'paid') {
      this.#updateRow(row.id, { stage: 'paid', donationId: status.donation?.id ?? null })
    } else {
      this.#updateRow(row.id, { stage: 'ended' })
      this.removeRow(row.id)
    }
    this.#options.onEnd(row, status)
  }

  #updateRow(id: string, part: Partial<PendingRow>): void {
    this.#setRows(this.#rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  }

  #setRows(rows: readonly PendingRow[]): void {
    this.#rows = rows
    this.#options.onChange()
  }
}

/** Returns undefined if the server cannot be reached. */
async function fetchPending(signal: AbortSignal): Promise<Checkout[] | undefined> {
  try {
    return await listPendingCheckouts(signal)
  } catch (error) {
    if (signal.aborted || error instanceof AppError) return undefined
    throw error
  }
}

function toRow({ id, amountCents }: Checkout): PendingRow {
  return { id, amountCents, stage: 'confirming', isLeaving: false, donationId: null }
}

function isStillPending(status: CheckoutStatus): boolean {
  if (status.kind === 'not-paid') return status.state === 'processing' || isOpen(status)
  return status.kind === 'unclear' || status.kind === 'signed-out'
}
