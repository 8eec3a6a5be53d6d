import { useId, useRef, useState } from 'react'
import type { HostDonation } from '#contract/host/donations.ts'
import { hostRefundSchema, IDEMPOTENCY_HEADER } from '#contract/host/refunds.ts'
import { formatAmount, formatDecimal, parseDecimal } from '#contract/money.ts'
import { DialogCard } from '#client/ui/dialog-card.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { FormProblemNotice } from '#client/ui/form/field-problem.tsx'
import { Form, type ReadField } from '#client/ui/form/form.tsx'
import { FieldError } from '#client/ui/form/refused-field.ts'
import { ConsoleButton } from '../../../ui/console-button.tsx'
import { ReasonField } from '../../../ui/reason-field.tsx'
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
  const amountCents = toPossible(amount, refundableCents)
  const { task, refund } = useRefund(props)
  return (
    <DialogCard
      titleId={`${id}-title`}
      title="Refund"
      lead={describeGiven(donation)}
      onClose={onClose}
    >
      <Form className={styles.form} task={task} onSubmit={(read) => refund(amountCents, read)}>
        <AmountField value={amount} onChange={setAmount} />
        <div className={styles.preview}>
          {amountCents === undefined ? (
            <p>At most {formatAmount(refundableCents)} can be refunded.</p>
          ) : (
            <RefundPreview path={`${path}/refunds/preview?amountCents=${amountCents}`} />
          )}
        </div>
        <ReasonField />
        <FormProblemNotice />
        <div className={styles.actions}>
          <ConsoleButton type="submit" variant="danger" busy={task.busy}>
            {amountCents === undefined ? 'Refund' : `Refund ${formatAmount(amountCents)}`}
          </ConsoleButton>
          <ConsoleButton onClick={onClose}>Cancel</ConsoleButton>
        </div>
      </Form>
    </DialogCard>
  )
}

/** Says what was given, and what of it went back already. */
function describeGiven(donation: HostDonation): string {
  const { amountCents, refundedCents } = donation
  const given = `${nameOf(donation)} gave ${formatAmount(amountCents)}`
  return refundedCents === 0
    ? `${given}.`
    : `${given}; ${formatAmount(refundedCents)} went back already.`
}

interface AmountFieldProps {
  value: string
  onChange: (value: string) => void
}

function AmountField({ value, onChange }: AmountFieldProps) {
  return (
    <FormField name="amount" label="Amount in US dollars">
      {(control) => (
        <input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          data-first-focus=""
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
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
  const { task, send } = useAction()
  const keyFor = useRequestKey()

  async function refund(amountCents: number | undefined, read: ReadField): Promise<void> {
    if (amountCents === undefined) {
      const range = `Give an amount from $0.01 to ${formatAmount(refundableCents)}.`
      throw new FieldError('amount', range)
    }
    const body = { amountCents, reason: read('reason').trim() }
    const headers = { [IDEMPOTENCY_HEADER]: keyFor(JSON.stringify(body)) }
    await send(`${path}/refunds`, hostRefundSchema, { method: 'POST', body, headers })
    onClose()
  }

  return { task, refund }
}

/** Returns a function that gives the same request the same idempotency key. */
function useRequestKey(): (request: string) => string {
  const known = useRef<{ request: string; key: string }>(undefined)
  return (request) => {
    if (known.current?.request !== request) known.current = { request, key: crypto.randomUUID() }
    return known.current.key
  }
}
