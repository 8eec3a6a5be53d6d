import { useState } from 'react'
import { hostDonationStorySchema, type HostDonationStory } from '#contract/host/donations.ts'
import { formatAmount } from '#contract/money.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { ChangeTopic } from '../../../api/changes.ts'
import { useHostData } from '../../../api/use-host-data.ts'
import { ConsoleLink } from '../../../router/console-link.tsx'
import { usePlace } from '../../../router/router.ts'
import { ConsoleButton } from '../../../ui/console-button.tsx'
import { DataView } from '../../../ui/data-view.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SectionTop } from '../../section-top.tsx'
import { DONATIONS_PATH } from '../paths.ts'
import { nameOf } from '../wording.ts'
import { Facts } from './facts.tsx'
import { NoteForm } from './note-form.tsx'
import { ReceiptButton } from './receipt-button.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { TextActions } from './text-actions.tsx'
import { Timeline } from './timeline.tsx'
import styles from './story-page.module.css'

const TOPICS: readonly ChangeTopic[] = ['donations', 'money', 'texts']

/** Shows all that happened to one donation, and what a host can do about it. */
export function StoryPage({ id }: { id: string }) {
  const { search } = usePlace()
  const path = `${HOST_ROUTES.donations}/${encodeURIComponent(id)}`
  const source = useHostData(path, hostDonationStorySchema, TOPICS)
  const { data } = source
  return (
    <>
      <ConsoleLink to={`${DONATIONS_PATH}${search}`} className={styles.back}>
        ← All donations
      </ConsoleLink>
      <SectionTop
        name="Donations"
        headline={data && `${nameOf(data.donation)}, ${formatAmount(data.donation.amountCents)}`}
      />
      <DataView source={source} name="the donation" lines={8} bringsPanels>
        {(story) => <Story story={story} path={path} />}
      </DataView>
    </>
  )
}

function Story({ story: { donation, story, texts, refundableCents }, path }: StoryProps) {
  const [isRefunding, setRefunding] = useState(false)
  return (
    <div className={styles.parts}>
      <div className={styles.column}>
        <Panel title="Money" className={styles.facts}>
          <Facts donation={donation} />
          <div className={styles.actions}>
            <ConsoleButton
              variant="danger"
              aria-haspopup="dialog"
              disabled={refundableCents === 0}
              onClick={() => setRefunding(true)}
            >
              Refund …
            </ConsoleButton>
            <ReceiptButton path={path} />
          </div>
          {refundableCents === 0 && <p className={styles.hint}>Nothing is left to refund.</p>}
        </Panel>
        {texts !== null && (
          <Panel title="Name and message">
            <TextActions texts={texts} leftCents={donation.leftCents} path={path} />
          </Panel>
        )}
      </div>
      <Panel title="What happened" aside="oldest first" className={styles.timeline}>
        <Timeline story={story} />
        <NoteForm path={path} />
      </Panel>
      {isRefunding && (
        <RefundDialog
          path={path}
          donation={donation}
          refundableCents={refundableCents}
          onClose={() => setRefunding(false)}
        />
      )}
    </div>
  )
}

interface StoryProps {
  story: HostDonationStory
  /** The path of the donation's route. */
  path: string
}
