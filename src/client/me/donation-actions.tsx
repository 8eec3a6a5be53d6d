import { useRef, useState, type Ref } from 'react'
import type { OwnPayment } from '#contract/me.ts'
import { formatAmount } from '#contract/money.ts'
import { RECEIPT_PAGES } from '#contract/routes.ts'
import { formatMoment } from '#client/lib/moments.ts'
import { ProblemNotice } from '#client/ui/form/problem-notice.tsx'
import { useTask, type Task } from '#client/ui/form/use-task.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { changeTexts, mailReceipt } from './own-payments.ts'
import { TextsForm } from './texts-form.tsx'
import { describeChange } from './wording.ts'
import styles from './donation-item.module.css'

export interface DonationActionsProps {
  payment: OwnPayment
  /** Called when what is shown of it was changed. */
  onChanged: () => void
}

/** Offers what a donor may do with a paid donation: its receipt, and what is shown of it. */
export function DonationActions({ payment, onChanged }: DonationActionsProps) {
  const { id, texts } = payment
  const task = useTask()
  const [news, setNews] = useState<string>()
  const [isEditing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)

  const mail = async () => setNews(`Mailed to ${await mailReceipt(id)}.`)
  const toggleName = async () => {
    const anonymous = texts?.anonymous !== true
    setNews(describeChange(await changeTexts(id, { anonymous })))
    onChanged()
  }
  const showForm = (isShown: boolean) => {
    setNews(undefined)
    task.clearProblem()
    setEditing(isShown)
    if (!isShown) editButton.current?.focus()
  }

  return (
    <>
      <ActionButtons
        payment={payment}
        busy={task.busy}
        editButton={editButton}
        isEditing={isEditing}
        onMail={() => void task.run(mail)}
        onToggleName={() => void task.run(toggleName)}
        onEdit={() => showForm(!isEditing)}
      />
      {isEditing && (
        <TextsForm
          payment={payment}
          onCancel={() => showForm(false)}
          onSaved={(state) => {
            showForm(false)
            setNews(describeChange(state))
            onChanged()
          }}
        />
      )}
      <News task={task} news={news} />
    </>
  )
}

interface ActionButtonsProps {
  payment: OwnPayment
  busy: boolean
  editButton: Ref<HTMLButtonElement>
  isEditing: boolean
  onMail: () => void
  onToggleName: () => void
  onEdit: () => void
}

function ActionButtons({ payment, busy, editButton, isEditing, ...on }: ActionButtonsProps) {
  const { id, amountCents, timestamp, countedCents, texts } = payment
  const label = `of ${formatAmount(amountCents)}, ${formatMoment(Date.parse(timestamp))}`
  return (
    <p className={styles.actions}>
      <a href={`${RECEIPT_PAGES}/${id}`} className={styles.receipt} aria-label={`Receipt ${label}`}>
        Receipt
      </a>
      <Button
        variant="link"
        busy={busy}
        aria-label={`Mail the receipt ${label}`}
        onClick={on.onMail}
      >
        Mail the receipt
      </Button>
      {countedCents > 0 && (
        <>
          <Button variant="link" busy={busy} onClick={on.onToggleName}>
            {texts?.anonymous === true ? 'Show my name' : 'Show as Anonymous'}
          </Button>
          <Button
            ref={editButton}
            variant="link"
            aria-expanded={isEditing}
            aria-label={`Edit what is shown ${label}`}
            onClick={on.onEdit}
          >
            <span>
              Edit<span className={styles.more}> what is shown</span>
            </span>
          </Button>
        </>
      )}
    </p>
  )
}

/** Tells what the last action did, or why it failed. */
function News({ task: { problem }, news }: { task: Task; news: string | undefined }) {
  if (problem !== undefined) {
    return <ProblemNotice problem={problem} />
  }
  if (news === undefined) return null
  return (
    <Notice ariaRole="status" tone="success">
      {news}
    </Notice>
  )
}
