import { useId, useRef, useState } from 'react'
import type { HostDonation } from '#contract/host/donations.ts'
import { hostRefundSchema, IDEMPOTENCY_HEADER } from '#contract/host/refunds.ts'
import { formatAmount, formatDecimal, parseDecimal } from '#contract/money.ts'
import { DialogCard } from '#client/ui/dialog-card.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { ConsoleButton } from '../../../ui/console-button.tsx'
import { nameOf } from '../wording.ts'
import { RefundPreview } from './refund-preview.tsx'
import styles from './story-page.module.css'
import { useAction } from './use-action.ts'

export interface RefundDialogProps {
  /** The path of the donation's route. */
  path: string
  donation: HostDonation
  refundableCents: number
  onClose: () => void
}

/** Asks for the amount and the reason of a refund, says what it changes, and requests it. */
export function RefundDialog(props: RefundDialogProps) {
  const { path, donation, refundableCents, onClose } = props
  const id = useId()
  const [amount, setAmount] = useState(formatDecimal(refundableCents))
  const [reason, setReason] = useState('')
  const amountCents = toPossible(amount, refundableCents)
  const { isBusy, sentence, refund } = useRefund(props)
  return (
    <DialogCard
      titleId={`${id}-title`}
      title="Refund"
      lead={`${nameOf(donation)} gave ${formatAmount(donation.amountCents)}.`}
      onClose={onClose}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void refund(amountCents, reason.trim())
        }}
      >
        <AmountField id={`${id}-amount`} value={amount} onChange={setAmount} />
        <div className={styles.preview}>
          {amountCents === undefined ? (
            <p>At most {formatAmount(refundableCents)} can be refunded.</p>
          ) : (
            <RefundPreview path={`${path}/refunds/preview?amountCents=${amountCents}`} />
          )}
        </div>
        <ReasonField id={`${id}-reason`} value={reason} onChange={setReason} />
        {sentence !== undefined && (
          <Notice ariaRole="alert" tone="error">
            {sentence}
          </Notice>
        )}
        <div className={styles.actions}>
          <ConsoleButton type="submit" variant="danger" busy={isBusy}>
            {amountCents === undefined ? 'Refund' : `Refund ${formatAmount(amountCents)}`}
          </ConsoleButton>
          <ConsoleButton onClick={onClose}>Cancel</ConsoleButton>
        </div>
      </form>
    </DialogCard>
  )
}

interface FieldProps {
  id: string
  value: string
  onChange: (value: string) => void
}

function AmountField({ id, value, onChange }: FieldProps) {
  return (
    <>
      <label htmlFor={id}>Amount in US dollars</label>
      <input
        id={id}
        inputMode="decimal"
        value={value}
        data-first-focus=""
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  )
}

function ReasonField({ id, value, onChange }: FieldProps) {
  return (
    <>
      <label htmlFor={id}>Reason</label>
      <textarea
        id={id}
        rows={3}
        maxLength={500}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  )
}

/** Returns the cents of a typed amount, or undefined if that much cannot be refunded. */
function toPossible(amount: string, refundableCents: number): number | undefined {
  const amountCents = parseDecimal(amount.trim())
  if (amountCents === undefined || amountCents === 0) return undefined
  return amountCents > refundableCents ? undefined : amountCents
}

/** Requests the refund; a failure keeps the dialog open with what was typed. */
function useRefund({ path, refundableCents, onClose }: RefundDialogProps) {
  const [missing, setMissing] = useState<string>()
  const { isBusy, problem, run } = useAction()
  const keyFor = useRequestKey()

  async function refund(amountCents: number | undefined, reason: string): Promise<void> {
    if (isBusy) return
    if (amountCents === undefined) {
      return setMissing(`Give an amount from $0.01 to ${formatAmount(refundableCents)}.`)
    }
    if (reason === '') return setMissing('Give a reason: whoever looks at this later needs it.')
    setMissing(undefined)
    const body = { amountCents, reason }
    const headers = { [IDEMPOTENCY_HEADER]: keyFor(JSON.stringify(body)) }
    const call = { method: 'POST', body, headers } as const
    if (await run(`${path}/refunds`, hostRefundSchema, call)) onClose()
  }

  return { isBusy, sentence: missing ?? problem, refund }
}

/** Returns a function that gives the same request the same idempotency key. */
function useRequestKey(): (request: string) => string {
  const known = useRef<{ request: string; key: string }>(undefined)
  return (request) => {
    if (known.current?.request !== request) known.current = { request, key: crypto.randomUUID() }
    return known.current.key
  }
}
