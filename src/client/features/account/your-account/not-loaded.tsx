import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { referenceOf } from '#client/ui/reference.tsx'
import type { Loaded } from '#client/lib/use-loaded.ts'

export interface NotLoadedProps {
  loaded: Exclude<Loaded<unknown>, { state: 'ready' }>
  onRetry: () => void
  /** A sentence on what could not be loaded, before the one that says why. */
  failure?: string
}

/** Shows that a list is loading, or that it could not be loaded. */
export function NotLoaded({ loaded, onRetry, failure }: NotLoadedProps) {
  if (loaded.state === 'loading') return <output>One moment …</output>
  return (
    <Notice
      ariaRole="alert"
      tone="error"
      reference={referenceOf(loaded.error)}
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      {failure && `${failure} `}
      <span data-cause>{loaded.sentence}</span>
    </Notice>
  )
}
