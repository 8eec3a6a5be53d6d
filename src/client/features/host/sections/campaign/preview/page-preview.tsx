import { useRef, type ReactNode } from 'react'
import type { Campaign } from '#contract/campaign.ts'
import type { PreviewView } from '#contract/campaign/preview.ts'
import { hostCampaignSchema } from '#contract/campaign/settings.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { ChangeTopic } from '../../../api/changes.ts'
import { useHostData } from '../../../api/use-host-data.ts'
import { Panel } from '../../../ui/panel.tsx'
import styles from './preview.module.css'
import { ScaledFrame } from './scaled-frame.tsx'
import { usePreviewFrame } from './use-preview-frame.ts'

const TOPICS: readonly ChangeTopic[] = ['campaign']

export interface PagePreviewProps {
  /** The parts of the campaign that the form would change; undefined while there are none. */
  parts: Pick<Campaign, 'choices' | 'matches' | 'round'> | undefined
  /** The part of the page on which they are; all of it if left out. */
  view?: PreviewView
  /** A sentence below the page. */
  note: string
  /** Stands above the page. */
  children?: ReactNode
}

/** Shows the visitors' page, as wide as on a phone, as it would be with what a form has. */
export function PagePreview({ parts, view = 'page', note, children }: PagePreviewProps) {
  const { data } = useHostData(HOST_ROUTES.campaign, hostCampaignSchema, TOPICS)
  return (
    <Panel title="Preview" aside="only you see this" className={styles.panel}>
      {children}
      {data && parts && <Page campaign={{ ...data.campaign, ...parts }} view={view} />}
      <p className={styles.notes} aria-live="polite">
        {note}
      </p>
    </Panel>
  )
}

function Page({ campaign, view }: { campaign: Campaign; view: PreviewView }) {
  const document = useRef<HTMLIFrameElement>(null)
  const draft = { kind: 'campaign-draft', view, campaign, change: {} } as const
  const frame = usePreviewFrame(document, draft, () => {})
  return <ScaledFrame document={document} frame={frame} device="phone" />
}
