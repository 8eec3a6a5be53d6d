import { Suspense, useEffect, useEffectEvent, type ReactNode } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { InterruptionHold } from '#client/lib/interruptions.ts'
import { isLoadFailure } from '#client/lib/load-again.ts'
import { Notice } from '#client/ui/notice.tsx'
import { referenceOf } from '#client/ui/reference.tsx'

export interface OverlayPartProps {
  part: { reset: () => void }
  /** Called when the person dismisses the crash notice. */
  onGiveUp?: () => void
  /** Shown instead of the usual sentence when the part crashes. */
  crash?: ReactNode
  children: ReactNode
}

/** Renders a part over the page: nothing while it loads, and a notice after a crash. */
export function OverlayPart({ part, onGiveUp, crash, children }: OverlayPartProps) {
  return (
    <ErrorBoundary
      onReset={() => {
        part.reset()
        onGiveUp?.()
      }}
      {...(crash === undefined ? { FallbackComponent: CrashNotice } : { fallback: crash })}
    >
      <Suspense fallback={<InterruptionHold />}>{children}</Suspense>
    </ErrorBoundary>
  )
}

function CrashNotice({ error, resetErrorBoundary }: FallbackProps) {
  const isMissing = isLoadFailure(error)
  const reset = useEffectEvent(() => resetErrorBoundary())
  useEffect(() => {
    if (!isMissing) return
    // The next press tries again then.
    const handleOnline = () => reset()
    addEventListener('online', handleOnline)
    return () => removeEventListener('online', handleOnline)
  }, [isMissing])
  return (
    <Notice
      ariaRole="alert"
      tone="error"
      onDismiss={resetErrorBoundary}
      reference={referenceOf(error)}
    >
      {isMissing
        ? 'This could not be fetched. Check your internet connection, then reload the page.'
        : 'Something went wrong. Please try again later.'}
    </Notice>
  )
}
