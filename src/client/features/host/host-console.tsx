import { useState, type ReactNode } from 'react'
import { useStepUpRequested, stepUp } from './api/step-up.ts'
import { ConsoleFrame } from './frame/console-frame.tsx'
import { LoadingGate, NotLoadedGate, NotHostGate, SignedOutGate } from './gates/gates.tsx'
import { ConsoleProvider } from './session/console-context.ts'
import { hostSession, useHostSession } from './session/host-session.ts'
import { usePaymentsMode } from './session/use-payments-mode.ts'

/** The dialogs of accounts, which are another feature's. */
export interface AccountDialogs {
  renderLogIn: (onClose: () => void) => ReactNode
  /** Renders the own account, where a second factor is set up. */
  renderAccount: (onClose: () => void) => ReactNode
  renderStepUp: (onShown: () => void, onCancel: () => void) => ReactNode
}

/** Renders the host's console: to somebody who is no host, only why they see nothing. */
export function HostConsole({ dialogs }: { dialogs: AccountDialogs }) {
  const session = useHostSession()
  const { mode, hasFailed, retry } = usePaymentsMode()
  const [open, setOpen] = useState<'log-in' | 'account'>()
  const close = () => {
    setOpen(undefined)
    // The account may have its second factor now.
    hostSession.forgetRefusal()
    void hostSession.refresh()
  }

  return (
    <>
      {renderView()}
      {open === 'log-in' && dialogs.renderLogIn(close)}
      {open === 'account' && dialogs.renderAccount(close)}
      <StepUp render={dialogs.renderStepUp} />
    </>
  )

  function renderView(): ReactNode {
    if (session.state === 'failed' || hasFailed) {
      return (
        <NotLoadedGate
          onRetry={() => {
            retry()
            void hostSession.refresh()
          }}
        />
      )
    }
    if (session.state === 'loading' || mode === undefined) return <LoadingGate />
    if (session.state === 'signed-out') return <SignedOutGate onLogIn={() => setOpen('log-in')} />
    const { account, refusal } = session
    const { role } = account
    if (role === null) return <NotHostGate email={account.email} />
    const openAccount = () => setOpen('account')
    return (
      <ConsoleProvider value={{ account: { ...account, role }, mode, openAccount }}>
        <ConsoleFrame refusal={refusal} onAccount={openAccount} />
      </ConsoleProvider>
    )
  }
}

function StepUp({ render }: { render: AccountDialogs['renderStepUp'] }) {
  if (!useStepUpRequested()) return null
  return render(
    () => stepUp.finish(),
    () => stepUp.cancel(),
  )
}
