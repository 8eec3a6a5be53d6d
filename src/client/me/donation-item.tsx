import { useState } from 'react'
import type { OwnPayment } from '#contract/me.ts'
import { formatAmount } from '#contract/money.ts'
import { RECEIPT_PAGES } from '#contract/routes.ts'
import { ANONYMOUS } from '#contract/texts.ts'
import { formatMoment, LOCALE } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { useTask, type Task } from '#client/features/account/form/use-task.ts'
import { mailReceipt, setAnonymous } from './own-payments.ts'
import { explainState, STATES } from './wording.ts'
import styles from './donation-item.module.css'

const PROVIDERS = { stripe: 'Card (Stripe)', paypal: 'PayPal' }

export interface DonationItemProps {
  payment: OwnPayment
  /** Called when what is shown of it was changed. */
  onChanged: () => void
}

/** Shows one donation: what became of it, its receipt, and the name that everybody sees. */
export function DonationItem({ payment, onChanged }: DonationItemProps) {
  const { state, amountCents, timestamp, provider, position } = payment
  const explanation = explainState(payment)
  return (
    <li className={styles.item}>
      <p className={styles.top}>
        <strong className={styles.amount}>{formatAmount(amountCents)}</strong>
        <span className={styles.state} data-state={state}>
          {STATES[state]}
        </span>
      </p>
      <p className={styles.facts}>
        <time dateTime={timestamp} lang={LOCALE}>
          {formatMoment(Date.parse(timestamp))}
        </time>
        <span>{PROVIDERS[provider]}</span>
        {position !== null && <span>Place {position}</span>}
        {payment.name !== null && (
          <span>
            Shown as <bdi>{payment.name}</bdi>
          </span>
        )}
      </p>
      {explanation !== undefined && <p className={styles.explanation}>{explanation}</p>}
      {payment.receiptNumber !== null && <Actions payment={payment} onChanged={onChanged} />}
    </li>
  )
}

function Actions({ payment, onChanged }: DonationItemProps) {
  const task = useTask()
  const [news, setNews] = useState<string>()
  const isAnonymous = payment.name === ANONYMOUS
  const label = `of ${formatAmount(payment.amountCents)}, ${formatMoment(Date.parse(payment.timestamp))}`

  const mail = async () => setNews(`Mailed to ${await mailReceipt(payment.id)}.`)
  const toggleName = async () => {
    await setAnonymous(payment, !isAnonymous)
    setNews(isAnonymous ? 'Your name is shown again.' : 'Shown as Anonymous.')
    onChanged()
  }

  return (
    <>
      <p className={styles.actions}>
        <a href={`${RECEIPT_PAGES}/${payment.id}`} aria-label={`Receipt ${label}`}>
          Receipt
        </a>
        <Button
          variant="link"
          busy={task.busy}
          aria-label={`Mail the receipt ${label}`}
          onClick={() => void task.run(mail)}
        >
          Mail the receipt
        </Button>
        {payment.position !== null && (
          <Button variant="link" busy={task.busy} onClick={() => void task.run(toggleName)}>
            {isAnonymous ? 'Show my name' : 'Show as Anonymous'}
          </Button>
        )}
      </p>
      <News task={task} news={news} />
    </>
  )
}

/** Tells what the last action did, or why it failed. */
function News({ task: { problem }, news }: { task: Task; news: string | undefined }) {
  if (problem !== undefined) {
    return (
      <Notice key={problem.number} ariaRole="alert" tone="error">
        {problem.sentence}
      </Notice>
    )
  }
  if (news === undefined) return null
  return (
    <Notice ariaRole="status" tone="success">
      {news}
    </Notice>
  )
}
