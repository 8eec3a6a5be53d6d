import { useState } from 'react'
import { providerViewSchema, type ProviderView } from '#contract/host/providers.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { Notice } from '#client/ui/notice.tsx'
import { callHost } from '../../api/call-host.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProviderFacts } from './provider-facts.tsx'
import styles from './provider-panel.module.css'

export interface ProviderPanelProps {
  view: ProviderView
  /** True if the sandbox stands in for it. */
  isPlayed: boolean
  onTested: () => Promise<void>
}

/** One provider: its keys, what they may do, its webhooks, and where to get what is missing. */
export function ProviderPanel({ view, isPlayed, onTested }: ProviderPanelProps) {
  const { label, keys, problems, permissions, setup } = view
  const isConnected = keys.length > 0
  return (
    <Panel title={label} aside={describeConnection(isConnected, isPlayed)} className={styles.panel}>
      <div>
        {problems.map((sentence) => (
          <Notice key={sentence} ariaRole="status" tone="error">
            {sentence}
          </Notice>
        ))}
        {isConnected && <ProviderFacts view={view} />}
      </div>
      {isConnected && (
        <>
          <Permissions permissions={permissions} />
          <ProviderTest view={view} onTested={onTested} />
        </>
      )}
      <details className={styles.setup} open={!isConnected}>
        <summary>Where to find these keys</summary>
        <ol>
          {setup.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
      </details>
    </Panel>
  )
}

function describeConnection(isConnected: boolean, isPlayed: boolean): string {
  if (!isConnected) return 'not connected'
  return isPlayed ? 'played by the sandbox' : 'connected'
}

type Permission = ProviderView['permissions'][number]

function Permissions({ permissions }: { permissions: readonly Permission[] }) {
  return (
    <div>
      <h4 className={styles.heading}>What the keys may do</h4>
      {permissions.length === 0 && <p className={styles.none}>This was not asked yet.</p>}
      <ul className={styles.permissions}>
        {permissions.map((permission) => (
          <li key={permission.what} data-state={stateOf(permission)}>
            {describePermission(permission)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns the mark of a permission: we can do without one that is optional. */
function stateOf({ state, isOptional }: Permission): string {
  return isOptional && state === 'denied' ? 'optional' : state
}

/** Says what is permitted, or why not; the list's mark says whether it is. */
function describePermission({ what, state, sentence, isOptional }: Permission): string {
  if (isOptional && state === 'denied') return `${sentence} (Optional.)`
  const action = `${what.charAt(0).toUpperCase()}${what.slice(1)}`
  return `${action}${isOptional ? ' (optional)' : ''}`
}

/** Proves the keys by harmless requests to the provider. */
function ProviderTest({
  view: { provider, label },
  onTested,
}: Omit<ProviderPanelProps, 'isPlayed'>) {
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<{ tone: 'error' | 'success'; sentence: string }>()

  async function test(): Promise<void> {
    setBusy(true)
    try {
      const path = `${HOST_ROUTES.providers}/${provider}/test`
      const tested = await callHost(path, providerViewSchema, { method: 'POST', body: {} })
      setResult(describeResult(tested))
      await onTested()
    } catch (error) {
      const sentence = error instanceof Error ? error.message : 'Something went wrong.'
      setResult({ tone: 'error', sentence })
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={styles.test}>
      <ConsoleButton busy={isBusy} onClick={() => void test()}>
        Test the {label} keys
      </ConsoleButton>
      {result && (
        <Notice ariaRole="status" tone={result.tone}>
          {result.sentence}
        </Notice>
      )}
    </div>
  )
}

/** Says what a test has shown; only answers that allow everything needed count as a success. */
function describeResult({ label, permissions }: ProviderView) {
  const needed = permissions.filter(({ isOptional }) => !isOptional)
  const denied = needed.find(({ state }) => state === 'denied')
  if (denied !== undefined) return { tone: 'error', sentence: denied.sentence } as const
  const isAnswered = needed.length > 0 && needed.every(({ state }) => state === 'ok')
  return isAnswered
    ? ({ tone: 'success', sentence: `${label} takes the keys, and they may do all.` } as const)
    : ({ tone: 'error', sentence: `${label} did not answer. Please try again later.` } as const)
}
