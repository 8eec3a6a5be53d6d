import { AppError } from '#contract/app-error.ts'
import type { Checkout } from '#contract/checkouts.ts'
import { fetchCheckoutStatus, isOpen, type CheckoutStatus } from './checkout-status.ts'
import type { PendingRow } from './payments-view.ts'
import { listPending } from '../api/payments.ts'

/** As long as the row fades. */
const LEAVING_MS = 450

export interface PendingListOptions {
  /** Called with every change of the rows. */
  onChange: () => void
  /** Called with what became of a payment that the provider worked on. */
  onEnd: (row: PendingRow, status: CheckoutStatus) => void
}

/** The donor's payments that a provider works on, as the server lists them. */
export class PendingList {
  readonly #options: PendingListOptions
  #rows: readonly PendingRow[] = []
  /** Whether there may be payments that the list does not have yet. */
  #isDue = false

  constructor(options: PendingListOptions) {
    this.#options = options
  }

  get rows(): readonly PendingRow[] {
    return this.#rows
  }

  get isConfirming(): boolean {
    return this.#rows.some(({ stage }) => stage === 'confirming')
  }

  /** Whether the server has something to tell. */
  get needsServer(): boolean {
    return this.#isDue || this.isConfirming
  }

  /** Lets the next refresh read the server's list, even if nothing is known to be pending. */
  expect(): void {
    this.#isDue = true
  }

  clear(): void {
    this.#isDue = false
    this.#become([])
  }

  /** Lets a row fade. */
  release(id: string): void {
    this.#change(id, { isLeaving: true })
    setTimeout(() => this.#become(this.#rows.filter((row) => row.id !== id)), LEAVING_MS)
  }

  /** Asks the server, where it is awaited. Where it does not answer, all stays as it was. */
  async refresh(signal: AbortSignal): Promise<void> {
    if (!this.needsServer) return
    const checkouts = await readList(signal)
    if (checkouts === undefined || signal.aborted) return
    this.#isDue = false
    const listed = new Set(checkouts.map(({ id }) => id))
    const over = this.#rows.filter(({ id, stage }) => stage === 'confirming' && !listed.has(id))
    this.#add(checkouts)
    await Promise.all(over.map((row) => this.#conclude(row, signal)))
  }

  #add(checkouts: readonly Checkout[]): void {
    const known = new Set(this.#rows.map(({ id }) => id))
    const added = checkouts.filter(({ id }) => !known.has(id))
    if (added.length > 0) this.#become([...added.map(toRow), ...this.#rows])
  }

  async #conclude(row: PendingRow, signal: AbortSignal): Promise<void> {
    const status = await fetchCheckoutStatus(row.id, 'returned', signal)
    if (signal.aborted || isStillPending(status)) return
    if (status.is === 'paid') {
      this.#change(row.id, { stage: 'paid', donationId: status.donation?.id ?? null })
    } else {
      this.#change(row.id, { stage: 'ended' })
      this.release(row.id)
    }
    this.#options.onEnd(row, status)
  }

  #change(id: string, part: Partial<PendingRow>): void {
    this.#become(this.#rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  }

  #become(rows: readonly PendingRow[]): void {
    this.#rows = rows
    this.#options.onChange()
  }
}

/** Undefined where the server could not be asked. */
async function readList(signal: AbortSignal): Promise<Checkout[] | undefined> {
  try {
    return await listPending(signal)
  } catch (error) {
    if (signal.aborted || error instanceof AppError) return undefined
    throw error
  }
}

function toRow({ id, amountCents }: Checkout): PendingRow {
  return { id, amountCents, stage: 'confirming', isLeaving: false, donationId: null }
}

function isStillPending(status: CheckoutStatus): boolean {
  if (status.is === 'known') return status.state === 'processing' || isOpen(status)
  return status.is === 'unclear' || status.is === 'signed-out'
}
