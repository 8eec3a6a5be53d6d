import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { bringIntoView } from '#client/lib/bring-into-view.ts'
import { useCampaign, useIsTakingDonations } from '#client/lib/campaign.ts'
import { loadConfig } from '#client/lib/config.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { AmountSection } from './amount-section.tsx'
import { DonateBar } from './donate-bar.tsx'
import styles from './donate-panel.module.css'
import { usePanelMessage, type PanelMessage, type ShowMessage } from './panel-message.ts'
import { paymentTracker, type PaymentTracker } from './tracking/payment-tracker.ts'
import { PayButtons } from './pay/pay-buttons.tsx'
import type { DonationQuote } from './amount/donation-quote.ts'
import { ShownAs } from './texts/shown-as.tsx'
import { useDonationTexts } from './texts/use-donation-texts.ts'
import { PanelHead } from './panel-head.tsx'
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

function PanelNotice({
  message,
  showMessage,
}: {
  message: PanelMessage
  showMessage: ShowMessage
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => bringIntoView(place.current), [])
  const { ariaRole, tone, sentence, reference, action } = message
  return (
    <div ref={place} className={styles.message}>
      <Notice
        ariaRole={ariaRole}
        tone={tone}
        reference={reference}
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
