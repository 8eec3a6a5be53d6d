import { PROVIDERS, type ProviderName } from '#contract/checkout-states.ts'
import type { PaymentsMode } from '#contract/config.ts'
import type { HostProviders, ProviderView } from '#contract/host/providers.ts'
import type { Providers } from '#server/features/checkouts/checkouts.ts'
import type { ProviderReport } from '#server/features/provider-health/provider-health.ts'
import { PROVIDER_DEFINITIONS, type MaskedKeys } from '#server/payments/registry.ts'

export interface ProviderViewsDeps {
  publicUrl: string
  publicConfig: { payments: PaymentsMode }
  providers: Providers
  /** The variables of the keys that are set, without their values. */
  maskedKeys: MaskedKeys
  providerHealth: { reports(): ProviderReport[] }
  inbox: { findReceived(since: number): Promise<ReceivedEvents[]> }
  clock: () => number
}

/** The events of a provider that have arrived. */
export interface ReceivedEvents {
  provider: ProviderName
  /** The arrival of the last one, Unix ms. */
  lastAt: number
  count: number
  /** True if there may be more than were counted. */
  isMore: boolean
}

const DAY_MS = 24 * 60 * 60_000

/** Returns every provider that the product knows, connected or not. */
export async function readProviders(deps: ProviderViewsDeps): Promise<HostProviders> {
  const { publicConfig, clock } = deps
  const received = await deps.inbox.findReceived(clock() - DAY_MS)
  const reports = deps.providerHealth.reports()
  return {
    mode: publicConfig.payments,
    providers: PROVIDERS.map((provider) =>
      toView(deps, {
        provider,
        report: reports.find((one) => one.provider === provider),
        received: received.find((one) => one.provider === provider),
      }),
    ),
  }
}

interface Known {
  provider: ProviderName
  report: ProviderReport | undefined
  received: ReceivedEvents | undefined
}

function toView(
  { publicUrl, maskedKeys }: ProviderViewsDeps,
  { provider, report, received }: Known,
): ProviderView {
  const { label, describeSetup } = PROVIDER_DEFINITIONS[provider]
  return {
    provider,
    label,
    keys: maskedKeys[provider] ?? [],
    ...toProbed(report),
    webhooks: toWebhooks(received),
    setup: describeSetup(`${publicUrl}/api/webhooks/${provider}`),
  }
}

/** Returns what probes have shown; without any, the clock is not known either. */
function toProbed(
  report: ProviderReport | undefined,
): Pick<ProviderView, 'permissions' | 'problems' | 'clockOffsetMs'> {
  if (report === undefined) return { permissions: [], problems: [], clockOffsetMs: null }
  const { probes, problems, clockOffsetMs } = report
  return {
    permissions: [...probes],
    problems: problems.map(({ sentence }) => sentence),
    clockOffsetMs: probes.some(({ state }) => state === 'ok') ? clockOffsetMs : null,
  }
}

function toWebhooks(received: ReceivedEvents | undefined): ProviderView['webhooks'] {
  if (received === undefined) return { lastAt: null, count: 0, isMore: false }
  const { lastAt, count, isMore } = received
  return { lastAt: new Date(lastAt).toISOString(), count, isMore }
}
