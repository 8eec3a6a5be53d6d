import { hostProvidersSchema, type HostProviders } from '#contract/host/providers.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { ChangeTopic } from '../../api/changes.ts'
import { useHostData } from '../../api/use-host-data.ts'
import { DataView } from '../../ui/data-view.tsx'
import { SectionTop } from '../section-top.tsx'
import { Drills } from './drills/drills.tsx'
import { ProviderPanel } from './provider-panel.tsx'
import styles from './providers.module.css'

const TOPICS: readonly ChangeTopic[] = ['providers', 'concerns']

const MODES = {
  live: 'Real money, real cards.',
  test: "The keys are of the providers' own test accounts: nobody is charged.",
  sandbox: 'It plays Stripe and PayPal inside this server: nobody is charged.',
} as const

/** Shows how each payment provider is connected, and what is missing. */
export function ProvidersSection() {
  const source = useHostData(HOST_ROUTES.providers, hostProvidersSchema, TOPICS)
  const { data } = source
  return (
    <>
      <SectionTop
        name="Providers"
        headline={data && describeProviders(data)}
        lead={data && MODES[data.mode]}
      />
      <DataView source={source} name="the providers" lines={10} bringsPanels>
        {({ mode, providers }) => (
          <div className={styles.grid}>
            {providers.map((view) => (
              <ProviderPanel
                key={view.provider}
                view={view}
                isPlayed={mode === 'sandbox'}
                onTested={source.refresh}
              />
            ))}
            <Drills mode={mode} />
          </div>
        )}
      </DataView>
    </>
  )
}

/** Says in the heading what is the case; keys that were not tried yet count as not known. */
function describeProviders({ mode, providers }: HostProviders): string {
  const connected = providers.filter(({ keys }) => keys.length > 0)
  if (connected.length === 0) return 'No provider is connected.'
  const troubled = connected.filter(({ problems }) => problems.length > 0)
  if (troubled.length > 0) return `${namesOf(troubled)} needs a look.`
  const untried = connected.filter(({ permissions }) => !permissions.some(isAnswered))
  if (untried.length > 0) return `${namesOf(untried)} did not answer yet.`
  if (mode === 'sandbox') return 'The sandbox stands in.'
  const missing = providers.length - connected.length
  return missing > 0 ? `${namesOf(connected)} is connected.` : 'All providers are connected.'
}

function isAnswered({ state }: HostProviders['providers'][number]['permissions'][number]): boolean {
  return state !== 'unavailable'
}

function namesOf(providers: HostProviders['providers']): string {
  return providers.map(({ label }) => label).join(' and ')
}
