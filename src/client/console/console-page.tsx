import { ErrorBoundary } from 'react-error-boundary'
import { PageCrash } from '#client/app/crash.tsx'
import { OverlayPart } from '#client/app/overlay-part.tsx'
import { HostConsole, type AccountDialogs } from '#client/features/host/host-console.tsx'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { session } from '#client/lib/session.ts'

const accountDialog = lazyPart(async () => {
  const { AccountDialog } = await import('#client/features/account/log-in/account-dialog.tsx')
  return AccountDialog
})

const yourAccount = lazyPart(async () => {
  const { YourAccount } = await import('#client/features/account/your-account/your-account.tsx')
  return YourAccount
})

const stepUpDialog = lazyPart(async () => {
  const { StepUpDialog } = await import('#client/features/account/second-factor/step-up-dialog.tsx')
  return StepUpDialog
})

const DIALOGS: AccountDialogs = {
  renderLogIn: (onClose) => (
    <OverlayPart part={accountDialog} onGiveUp={onClose}>
      <accountDialog.LazyPart
        onSignedIn={() => session.refresh({ announce: true })}
        onClose={onClose}
      />
    </OverlayPart>
  ),
  renderAccount: (onClose) => (
    <OverlayPart part={yourAccount} onGiveUp={onClose}>
      <yourAccount.LazyPart onClose={onClose} />
    </OverlayPart>
  ),
  renderStepUp: (onShown, onCancel) => (
    <OverlayPart part={stepUpDialog} onGiveUp={onCancel}>
      <stepUpDialog.LazyPart onShown={onShown} onCancel={onCancel} />
    </OverlayPart>
  ),
}

/** Composes the host's console with the dialogs of accounts. */
export function ConsolePage() {
  return (
    <ErrorBoundary FallbackComponent={PageCrash}>
      <HostConsole dialogs={DIALOGS} />
    </ErrorBoundary>
  )
}
