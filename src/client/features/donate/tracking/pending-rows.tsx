import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { bringIntoView } from '#client/lib/bring-into-view.ts'
import { UnderWayRow } from '#client/ui/under-way-row.tsx'
import { paymentTracker, type PaymentTracker } from './payment-tracker.ts'
import type { PendingRow } from './payments-view.ts'
import styles from './pending-rows.module.css'
import { publishShownRows } from './shown-rows.ts'
import { usePayments } from './use-payments.ts'

/** The longest wait for the board, ms: a donation not shown by then is below the loaded rows. */
const MAX_BOARD_WAIT_MS = 4_000

const STAGE_LABELS = { confirming: 'Being confirmed', paid: 'Confirmed', ended: 'Ended' }

export interface PendingRowsProps {
  board: ShownBoard | null
  /** True while the board follows the server. */
  isLive: boolean
  payments?: PaymentTracker
}

/** The part of the board's view that this list needs. */
export interface ShownBoard {
  rows: readonly { id: string }[]
  /** The donations that have just arrived. */
  arrivals: readonly { amountCents: number }[]
}

/**
 * Lists the donor's own payments that are not confirmed yet: they have no rank, and nobody else
 * sees them. A row stays until its donation stands on the board.
 */
export function PendingRows({ board, isLive, payments = paymentTracker }: PendingRowsProps) {
  const { rows, taken } = usePayments(payments)
  const group = useRef<HTMLElement>(null)
  const headingId = useId()
  useArrivals(rows, board, payments)
  const isShown = rows.length > 0
  const shownCount = useRef(0)
  useEffect(() => (isShown ? publishShownRows() : undefined), [isShown])
  useEffect(() => {
    if (!isShown || taken.count === shownCount.current) return
    shownCount.current = taken.count
    bringIntoView(group.current)
  }, [isShown, taken.count])
  useRowRemoval(rows, { board, isLive, payments })

  if (!isShown) return null
  const isLeaving = rows.every((row) => row.isLeaving)
  return (
    <section
      ref={group}
      className={styles.group}
      aria-labelledby={headingId}
      data-leaving={isLeaving || undefined}
    >
      <div>
        <h3 id={headingId} className={styles.heading}>
          Your payments under way
        </h3>
        <p className={styles.note}>On the board once the money arrives</p>
        <ul>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function Row({ row: { amountCents, stage, isLeaving } }: { row: PendingRow }) {
  return (
    <li className={styles.item} data-leaving={isLeaving || undefined}>
      <UnderWayRow
        tone="own"
        name="You"
        state={STAGE_LABELS[stage]}
        amountCents={amountCents}
        isPaid={stage === 'paid'}
      />
    </li>
  )
}

/** Polls when a donation of the same amount arrives: it may be the one that is pending. */
function useArrivals(
  rows: readonly PendingRow[],
  board: ShownBoard | null,
  payments: PaymentTracker,
): void {
  const arrivals = board?.arrivals
  const refreshIfExpected = useEffectEvent((arrived: ShownBoard['arrivals']) => {
    const amounts = new Set(arrived.map(({ amountCents }) => amountCents))
    const isAwaited = ({ stage, amountCents }: PendingRow) =>
      stage === 'confirming' && amounts.has(amountCents)
    if (rows.some(isAwaited)) payments.refresh()
  })
  useEffect(() => {
    if (arrivals !== undefined) refreshIfExpected(arrivals)
  }, [arrivals])
}

/** Removes rows whose donation the board shows, or will not show without scrolling. */
function useRowRemoval(
  rows: readonly PendingRow[],
  { board, isLive, payments }: Required<PendingRowsProps>,
): void {
  const paid = rows.filter(({ stage, isLeaving }) => stage === 'paid' && !isLeaving)
  const shown = paid.filter(({ donationId }) => board?.rows.some(({ id }) => id === donationId))
  const isWaiting = isLive && paid.length > 0
  const removeRows = (removed: readonly PendingRow[]) => {
    for (const { id } of removed) payments.removeRow(id)
  }
  const removeShown = useEffectEvent(() => removeRows(shown))
  const removePaid = useEffectEvent(() => removeRows(paid))

  useEffect(() => {
    if (shown.length > 0) removeShown()
  }, [shown.length])
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => removePaid(), MAX_BOARD_WAIT_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
}
