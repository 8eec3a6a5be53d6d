import type { RefObject } from 'react'
import { PREVIEW_PATH } from '#contract/campaign/preview.ts'
import { ConsoleButton } from '../../../ui/console-button.tsx'
import styles from './preview.module.css'
import type { PreviewFrame } from './use-preview-frame.ts'
import { useScale, type Size } from './use-scale.ts'

export type Device = 'phone' | 'desktop'

const SIZES: Record<Device, Size> = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 1000 },
}

export interface ScaledFrameProps {
  document: RefObject<HTMLIFrameElement | null>
  frame: PreviewFrame
  device: Device
}

/** Shows the document, as wide as on its device, scaled to the room there is; or that it failed. */
export function ScaledFrame(props: ScaledFrameProps) {
  const { frame } = props
  if (frame.state !== 'failed') return <Screen {...props} />
  return (
    <div role="alert" className={styles.failed}>
      <p>The preview could not be loaded. Your draft is still here.</p>
      <ConsoleButton onClick={frame.reload}>Try again</ConsoleButton>
    </div>
  )
}

function Screen({ document, frame, device }: ScaledFrameProps) {
  const size = SIZES[device]
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
