import { lazyPart } from '#client/lib/lazy-part.ts'
import { OverlayPart } from './overlay-part.tsx'

const aboutDialog = lazyPart(async () => {
  const { AboutDialog } = await import('#client/features/campaign/about-dialog.tsx')
  return AboutDialog
})

/** Shows what the host says of the campaign. */
export function AboutPart({ onClose }: { onClose: () => void }) {
  return (
    <OverlayPart part={aboutDialog} onGiveUp={onClose}>
      <aboutDialog.LazyPart onClose={onClose} />
    </OverlayPart>
  )
}
