import { use, useEffect, useEffectEvent, useId, useRef, useState, type RefObject } from 'react'
import type { Campaign } from '#contract/campaign.ts'
import { bringIntoView } from '#client/lib/bring-into-view.ts'
import { useCampaign, useIsTakingDonations } from '#client/lib/campaign.ts'
import { loadConfig } from '#client/lib/config.ts'
import { formatDeadline } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RankQuoteLine } from './amount/rank-quote.tsx'
import { AmountChips } from './amount/amount-chips.tsx'
import { AmountField } from './amount/amount-field.tsx'
import { DonateBar } from './donate-bar.tsx'
import styles from './donate-panel.module.css'
import { usePanelMessage, type PanelMessage, type ShowMessage } from './panel-message.ts'
import { paymentTracker, type PaymentTracker } from './tracking/payment-tracker.ts'
import { PayButtons } from './pay/pay-buttons.tsx'
import type { DonationQuote } from './amount/donation-quote.ts'
import { ShownAs } from './texts/shown-as.tsx'
import { useDonationTexts } from './texts/use-donation-texts.ts'
import { RankTargets } from './amount/rank-targets.tsx'
import { useAmountChoice, type AmountChoice } from './amount/use-amount-choice.ts'
import { usePayments } from './tracking/use-payments.ts'
import { useDeleteTestDonations } from './pay/use-delete-test-donations.ts'

interface FocusRequest {
  /** True if the donor asked to be taken here; `onFocused` reports that they are. */
  focusRequested: boolean
  /** The requested amount; if left out, the field keeps its value. */
  requestedCents?: number | undefined
  onFocused: () => void
}

export interface DonatePanelProps extends FocusRequest {
  /** The tracker that follows each payment once it is begun. */
  payments?: PaymentTracker
  /** True if test donations may be deleted; with a host, only they may. */
  mayDeleteTestDonations?: boolean
  /** Returns whether the current disclaimer is accepted; if not, the donor is asked. */
  requireAcceptance?: () => boolean
}

export function DonatePanel(props: DonatePanelProps) {
  const { payments = paymentTracker, mayDeleteTestDonations = true, ...focusRequest } = props
  const { requireAcceptance = () => true } = props
  const config = use(loadConfig())
  const limits = useCampaign().amounts
  const texts = useDonationTexts()
  const { isTaking, wasTaking } = useTaking()
  const { message, number, showMessage } = usePanelMessage()
  const panel = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const { isConfirming } = usePayments(payments)
  const choice = useAmountChoice({ limits, isConfirming, panel, field })
  useRequestedFocus(focusRequest, choice)

  function validateAmount(): DonationQuote | undefined {
    showMessage(undefined)
    const quote = choice.validateAmount()
    if (quote === undefined || !requireAcceptance()) return undefined
    return { ...quote, texts: texts.toChoice() }
  }

  const isTest = config.payments !== 'live'
  return (
    <>
      <section ref={panel} className={styles.panel} aria-labelledby="donate-title" id="donate">
        <PanelHead isTest={isTest} isTaking={isTaking} />
        {wasTaking && (
          // Hidden and not removed: the wallet's window may be open.
          <div className={styles.steps} hidden={!isTaking}>
            <AmountSection field={field} choice={choice} limits={limits} />
            <ShownAs texts={texts} />
            <PayButtons {...{ config, validateAmount, showMessage, payments }} />
          </div>
        )}
        {message && <PanelNotice key={number} message={message} showMessage={showMessage} />}
        <footer className={styles.foot}>
          <p>Donations are gifts, and there are no refunds.</p>
          {isTest && mayDeleteTestDonations && <DeleteTestDonations showMessage={showMessage} />}
        </footer>
      </section>
      {isTaking && (
        <DonateBar
          panel={panel}
          amountCents={choice.amountCents}
          quote={choice.quote}
          onPress={choice.focusField}
        />
      )}
    </>
  )
}

/** Returns whether donations are taken now, and whether they were since the panel was opened. */
function useTaking() {
  const isTaking = useIsTakingDonations()
  const [wasTaking, setWasTaking] = useState(isTaking)
  if (isTaking && !wasTaking) setWasTaking(true)
  return { isTaking, wasTaking }
}

function PanelHead({ isTest, isTaking }: { isTest: boolean; isTaking: boolean }) {
  return (
    <header className={styles.head}>
      <h2 id="donate-title">{isTaking ? 'Claim your place' : 'Donations are closed'}</h2>
      {isTest && <span className={styles.badge}>Test mode</span>}
      <p aria-live="polite">{isTaking ? 'Every dollar moves you up the board.' : <Closing />}</p>
    </header>
  )
}

/** Says since when donations are closed, if a deadline has closed them. */
function Closing() {
  const { open, deadline, timeZone } = useCampaign()
  const since =
    open && deadline !== null ? `They closed on ${formatDeadline(deadline, timeZone)}. ` : ''
  return `${since}The board stays as it is.`
}

interface AmountSectionProps {
  field: RefObject<HTMLInputElement | null>
  choice: AmountChoice
  limits: Campaign['amounts']
}

/** Asks for the amount, typed or picked, and shows what it would do to the board. */
function AmountSection({ field, choice, limits }: AmountSectionProps) {
  const { amountCents, quote, shownProblem: problem, minimumQuote, next, choose } = choice
  const quoteId = useId()
  return (
    <div className={styles.choice}>
      <AmountField
        ref={field}
        text={choice.text}
        limits={limits}
        isInvalid={problem !== undefined}
        describedBy={quoteId}
        onTextChange={choice.setText}
        onBlur={choice.showProblem}
      >
        <RankQuoteLine id={quoteId} {...{ amountCents, limits, problem, quote }} />
      </AmountField>
      <AmountChips amounts={limits} amountCents={amountCents} onChoose={choose} />
      <RankTargets {...{ minimumQuote, next, amountCents }} onChoose={choose} />
    </div>
  )
}

function PanelNotice({
  message,
  showMessage,
}: {
  message: PanelMessage
  showMessage: ShowMessage
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => bringIntoView(place.current), [])
  const { ariaRole, tone, sentence, action } = message
  return (
    <div ref={place} className={styles.message}>
      <Notice
        ariaRole={ariaRole}
        tone={tone}
        {...(action
          ? {
              action: (
                <Button variant="link" onClick={action.onPress}>
                  {action.label}
                </Button>
              ),
            }
          : { onDismiss: () => showMessage(undefined) })}
      >
        {sentence}
      </Notice>
    </div>
  )
}

function DeleteTestDonations({ showMessage }: { showMessage: ShowMessage }) {
  const { busy, confirmAndDelete } = useDeleteTestDonations(showMessage)
  return (
    <Button
      variant="link"
      className={styles.delete}
      busy={busy}
      onClick={() => void confirmAndDelete()}
    >
      Delete all test donations
    </Button>
  )
}

/** Focuses the amount when the donor asks for it. */
function useRequestedFocus(
  { focusRequested, requestedCents, onFocused }: FocusRequest,
  choice: AmountChoice,
): void {
  const focusAmount = useEffectEvent(() => {
    if (requestedCents !== undefined) choice.choose(requestedCents)
    choice.focusField()
    onFocused()
  })
  useEffect(() => {
    if (focusRequested) focusAmount()
  }, [focusRequested])
}
