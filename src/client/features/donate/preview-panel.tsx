import { useRef } from 'react'
import type { Campaign } from '#contract/campaign.ts'
import { useCampaign, useIsTakingDonations } from '#client/lib/campaign.ts'
import { DeferredVotePart } from './choices/deferred-parts.tsx'
import { useVote } from './choices/use-vote.ts'
import { AmountSection } from './amount-section.tsx'
import { useAmountChoice } from './amount/use-amount-choice.ts'
import styles from './donate-panel.module.css'
import { PanelFoot } from './panel-foot.tsx'
import { PanelHead } from './panel-head.tsx'
import { ShownAs } from './texts/shown-as.tsx'
import type { DonationTexts } from './texts/use-donation-texts.ts'

/** The choice of a donor who has chosen nothing; nothing can be changed in a preview. */
const TEXTS: DonationTexts = {
  profile: { displayName: null, messages: false, holdsTexts: false },
  hasFailed: false,
  anonymous: false,
  message: '',
  reload: () => {},
  setAnonymous: () => {},
  setMessage: () => {},
  saveName: async () => {},
  toChoice: () => ({}),
}

/**
 * Shows a host what a campaign makes of the donation panel. It has no ways to pay: they are none of
 * the campaign's, and a preview could not ask which there are. Render it in an inert element.
 */
export function PreviewPanel() {
  const { amounts } = useCampaign()
  const isTaking = useIsTakingDonations()
  const vote = useVote()
  return (
    <section className={styles.panel} aria-labelledby="donate-title">
      <PanelHead isTest={false} isTaking={isTaking} />
      {isTaking && (
        <>
          <PreviewAmounts key={amounts.defaultCents} limits={amounts} />
          <DeferredVotePart vote={vote} />
          <ShownAs texts={TEXTS} />
          <p className={styles.noWays}>The ways to pay follow here.</p>
        </>
      )}
      <PanelFoot isTaking={isTaking} mayDelete={false} showMessage={() => {}} />
    </section>
  )
}

function PreviewAmounts({ limits }: { limits: Campaign['amounts'] }) {
  const panel = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const choice = useAmountChoice({ limits, isConfirming: false, panel, field })
  return <AmountSection field={field} choice={choice} limits={limits} />
}
