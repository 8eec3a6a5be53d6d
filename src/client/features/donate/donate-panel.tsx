import { use, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { TeamChoice } from '#contract/donor-teams/choice.ts'
import { useCampaign, useIsTakingDonations } from '#client/lib/campaign.ts'
import { loadConfig } from '#client/lib/config.ts'
import { publishChosenTeam } from '#client/lib/own-places.ts'
import { useStableCallback } from '#client/lib/use-stable-callback.ts'
import { DeferredVotePart } from './choices/deferred-parts.tsx'
import { useVote, type Vote } from './choices/use-vote.ts'
import { AmountSection, type AmountSectionProps } from './amount-section.tsx'
import { findMostCents, useOwnLimits } from './limits/use-own-limits.ts'
import { PanelFoot } from './panel-foot.tsx'
import { usePanelMessage, type PanelMessage } from './panel-message.ts'
import { PanelNotice } from './panel-notice.tsx'
import { paymentTracker, type PaymentTracker } from './tracking/payment-tracker.ts'
import { PayButtons } from './pay/pay-buttons.tsx'
import type { DonationQuote } from './amount/donation-quote.ts'
import { ShownAs } from './texts/shown-as.tsx'
import { useDonationTexts, type DonationTexts } from './texts/use-donation-texts.ts'
import { PanelHead } from './panel-head.tsx'
import {
  useAmountChoice,
  type AmountChoice,
  type AmountChoiceOptions,
} from './amount/use-amount-choice.ts'
import { usePayments } from './tracking/use-payments.ts'
import { FootPart, PanelFrame, UpperPart } from './sheet/panel-parts.tsx'
import { SheetHead } from './sheet/sheet-head.tsx'
import { SheetNote } from './sheet/sheet-note.tsx'
import { useSheet } from './sheet/use-sheet.ts'

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
  /** The amount that the field has until the donor chooses another, in place of the default. */
  suggestedCents?: number | undefined
  /** True if test donations may be deleted; with a host, only they may. */
  mayDeleteTestDonations?: boolean
  /** Returns whether the current disclaimer is accepted; if not, the donor is asked. */
  requireAcceptance?: () => boolean
  /**
   * Renders the choice of a team, where there are teams, which reports it, and whether others are
   * offered; `refusal` is the latest refusal of a payment for the chosen one, another object each time.
   */
  renderTeams?: (
    onChoose: (team: TeamChoice, isOffered?: boolean) => void,
    refusal: object | undefined,
  ) => ReactNode
}

export function DonatePanel(props: DonatePanelProps) {
  const { payments = paymentTracker, mayDeleteTestDonations: mayDelete = true } = props
  const config = use(loadConfig())
  const limits = useCampaign().amounts
  const { message, number, showMessage } = usePanelMessage()
  const { texts, vote, team, readChoices } = useSteps(props.renderTeams, message)
  const { isTaking, wasTaking } = useTaking()
  const { panel, upper, toggle, field } = useElements()
  const asked = { limits, suggestedCents: props.suggestedCents, panel, field }
  const { choice, isConfirming, ownLimits, mostCents } = useLimitedChoice(payments, asked)
  const sheet = useSheet({ panel, upper, toggle }, { isWanted: isTaking, isConfirming })
  useRequestedFocus(props, choice)

  function validateAmount(): DonationQuote | undefined {
    showMessage(undefined)
    const quote = choice.validateAmount()
    if (quote === undefined || props.requireAcceptance?.() === false) return undefined
    return { ...quote, ...readChoices() }
  }

  const pay = { config, validateAmount, message, showMessage, payments, ownLimits }
  const isTest = config.payments !== 'live'
  const foot = <PanelFoot {...{ isTaking, showMessage }} mayDelete={isTest && mayDelete} />
  return (
    <PanelFrame ref={panel} sheet={sheet}>
      {sheet.isSheet ? (
        <SheetHead {...{ sheet, choice }} toggle={toggle} />
      ) : (
        <PanelHead {...{ isTest, isTaking }} />
      )}
      <UpperPart ref={upper} sheet={sheet} isHidden={!isTaking}>
        {wasTaking && <Steps {...{ field, choice, limits, mostCents, vote, texts, team }} />}
        {sheet.isSheet && foot}
      </UpperPart>
      <FootPart sheet={sheet}>
        {wasTaking && (
          // Hidden and not removed: the wallet's window may be open.
          <div hidden={!isTaking}>
            <PayButtons {...pay} />
          </div>
        )}
        {sheet.isSheet && (
          <SheetNote {...{ isTest, texts, vote }} isReplaced={message !== undefined} />
        )}
        {message && <PanelNotice key={number} message={message} showMessage={showMessage} />}
      </FootPart>
      {!sheet.isSheet && foot}
    </PanelFrame>
  )
}

/** Holds the elements of the panel that are scrolled, focused or measured. */
function useElements() {
  return {
    panel: useRef<HTMLElement>(null),
    upper: useRef<HTMLDivElement>(null),
    toggle: useRef<HTMLButtonElement>(null),
    field: useRef<HTMLInputElement>(null),
  }
}

interface StepsProps extends AmountSectionProps {
  vote: Vote
  texts: DonationTexts
  /** The field of the team. */
  team: ReactNode
}

/** Asks for what a donor says of a donation before paying. */
function Steps({ vote, texts, team, ...amount }: StepsProps) {
  return (
    <>
      <AmountSection {...amount} />
      <DeferredVotePart vote={vote} />
      <ShownAs texts={texts}>{team}</ShownAs>
    </>
  )
}

/** Holds the donor's choice of an amount, with what their limits leave of it. */
function useLimitedChoice(
  payments: PaymentTracker,
  asked: Omit<AmountChoiceOptions, 'isConfirming' | 'taken' | 'mostCents'>,
) {
  const { isConfirming, taken } = usePayments(payments)
  const ownLimits = useOwnLimits(taken.count)
  const mostCents = findMostCents(ownLimits)
  const choice = useAmountChoice({ ...asked, mostCents, isConfirming, taken })
  return { choice, isConfirming, ownLimits, mostCents }
}

/** Holds what the donor says of a donation besides its amount; `team` is the field of the team. */
function useSteps(renderTeams: DonatePanelProps['renderTeams'], message: PanelMessage | undefined) {
  const texts = useDonationTexts()
  const vote = useVote()
  const hasTeams = useCampaign().teams !== 'off'
  const [chosenTeam, setChosenTeam] = useState<TeamChoice>({})
  const chooseTeam = useStableCallback((next: TeamChoice, isOffered?: boolean) => {
    setChosenTeam(next)
    publishChosenTeam(next.teamId, isOffered)
  })
  return {
    texts,
    vote,
    team: hasTeams ? renderTeams?.(chooseTeam, message?.isOfTeam ? message : undefined) : null,
    readChoices: () => ({
      texts: { ...texts.toChoice(), ...(hasTeams && chosenTeam) },
      optionId: vote.optionId,
    }),
  }
}

/** Returns whether donations are taken now, and whether they were since the panel was opened. */
function useTaking() {
  const isTaking = useIsTakingDonations()
  const [wasTaking, setWasTaking] = useState(isTaking)
  if (isTaking && !wasTaking) setWasTaking(true)
  return { isTaking, wasTaking }
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
