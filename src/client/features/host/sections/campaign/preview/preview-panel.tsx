import { useRef, useState } from 'react'
import type { Campaign } from '#contract/campaign.ts'
import type { PreviewView } from '#contract/campaign/preview.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Segments } from '../../../ui/segments.tsx'
import type { DraftView } from '../use-draft.ts'
import { describePreview, toPreviewChange } from './preview-change.ts'
import styles from './preview.module.css'
import { useMinWidth } from '../../../ui/use-min-width.ts'
import { ScaledFrame, type Device } from './scaled-frame.tsx'
import { usePreviewFrame } from './use-preview-frame.ts'

const DEVICES = [
  { value: 'phone', name: 'Phone' },
  { value: 'desktop', name: 'Desktop' },
] as const

const VIEWS = [
  { value: 'page', name: 'Page' },
  { value: 'board', name: 'Board' },
  { value: 'about', name: 'About' },
  { value: 'disclaimer', name: 'Disclaimer' },
] as const

/** The least window beside whose form a desktop's page can be read. */
const LEGIBLE = '116rem'

export interface PreviewPanelProps {
  campaign: Campaign
  draft: DraftView
  view: PreviewView
  onView: (view: PreviewView) => void
}

/** Shows the visitors' page as it would be with the draft. */
export function PreviewPanel({ campaign, draft, view, onView }: PreviewPanelProps) {
  const isLegible = useMinWidth(LEGIBLE)
  const [chosen, setDevice] = useState<Device>()
  const device = chosen ?? (isLegible ? 'desktop' : 'phone')
  const { change, leftOut } = toPreviewChange(draft.values, draft.changed)
  const document = useRef<HTMLIFrameElement>(null)
  const frame = usePreviewFrame(
    document,
    { kind: 'campaign-draft', view, campaign, change },
    onView,
  )
  return (
    <Panel
      title="Preview"
      aside={draft.changed.length > 0 ? 'only you see this' : 'as visitors see it'}
      className={styles.panel}
    >
      <div className={styles.controls}>
        <Segments label="Part of the page" options={VIEWS} value={view} onChange={onView} />
        <Segments label="Width" options={DEVICES} value={device} onChange={setDevice} />
      </div>
      <ScaledFrame document={document} frame={frame} device={device} />
      <p className={styles.notes} aria-live="polite">
        {describePreview(draft.changed, leftOut)}
      </p>
    </Panel>
  )
}
