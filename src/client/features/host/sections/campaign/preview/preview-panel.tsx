import { useRef, useState, type RefObject } from 'react'
import type { Campaign } from '#contract/campaign.ts'
import { PREVIEW_PATH, type PreviewView } from '#contract/campaign/preview.ts'
import { ConsoleButton } from '../../../ui/console-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Segments } from '../../../ui/segments.tsx'
import type { DraftView } from '../use-draft.ts'
import { describePreview, toPreviewChange } from './preview-change.ts'
import styles from './preview.module.css'
import { useMinWidth } from './use-min-width.ts'
import { usePreviewFrame, type PreviewFrame } from './use-preview-frame.ts'
import { useScale, type Size } from './use-scale.ts'

type Device = 'phone' | 'desktop'

const SIZES: Record<Device, Size> = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 1000 },
}

const DEVICES = [
  { value: 'phone', name: 'Phone' },
  { value: 'desktop', name: 'Desktop' },
] as const

const VIEWS = [
  { value: 'page', name: 'Page' },
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
    <Panel title="Preview" aside="Visitors do not see this" className={styles.panel}>
      <div className={styles.controls}>
        <Segments label="Part of the page" options={VIEWS} value={view} onChange={onView} />
        <Segments label="Width" options={DEVICES} value={device} onChange={setDevice} />
      </div>
      {frame.state === 'failed' ? (
        <div role="alert" className={styles.failed}>
          <p>The preview could not be loaded. Your draft is still here.</p>
          <ConsoleButton onClick={frame.reload}>Try again</ConsoleButton>
        </div>
      ) : (
        <Frame document={document} frame={frame} size={SIZES[device]} />
      )}
      <p className={styles.notes} aria-live="polite">
        {describePreview(draft.changed, leftOut)}
      </p>
    </Panel>
  )
}

interface FrameProps {
  document: RefObject<HTMLIFrameElement | null>
  frame: PreviewFrame
  size: Size
}

/** The document, as wide as on its device, scaled to the room there is. */
function Frame({ document, frame, size }: FrameProps) {
  const { ref, scale } = useScale(size)
  const { width, height } = size
  return (
    <div ref={ref} className={styles.room} aria-busy={frame.state === 'loading'}>
      <div className={styles.screen} style={{ width: width * scale, height: height * scale }}>
        <iframe
          key={frame.attempt}
          ref={document}
          title="Preview of the page"
          src={PREVIEW_PATH}
          // Without forms, windows and navigation. The document is ours and its policy forbids all
          // requests that act; without its origin it could load neither scripts nor fonts.
          // oxlint-disable-next-line react/iframe-missing-sandbox -- see above
          sandbox="allow-scripts allow-same-origin"
          style={{ width, height, scale }}
          onLoad={frame.onLoad}
        />
      </div>
    </div>
  )
}
