import type { ProviderName } from '#contract/checkout-states.ts'
import type { HostSummary } from '#contract/host/figures.ts'
import { formatDifference } from '../../../format.ts'
import { PROVIDER_NAMES } from '../../../provider-names.ts'
import { leftOf } from './statement-lines.ts'

/** The sums of a provider and of the ledger for the same money. */
export interface ProviderAgreement {
  provider: ProviderName
  /** `unknown` until they were compared. */
  state: 'agrees' | 'apart' | 'unknown'
  providerCents: number
  ledgerCents: number
  /** The cents that the provider has more than the ledger. */
  driftCents: number
  /** The sum of the differences between the provider's statement and the ledger, cents. */
  statementCents: number
}

/** The age of a round of reconciling, ms, from which it says nothing; a round is due each minute. */
const MAX_AGE_MS = 10 * 60_000

/**
 * Compares each provider with the ledger. Only a recent round of reconciling says that they agree:
 * before the first, or long after the last, that is not known.
 */
export function listAgreements(summary: HostSummary): ProviderAgreement[] {
  const { at, all, drift, reconciledAt } = summary
  const isRecent = reconciledAt !== null && Date.parse(at) - Date.parse(reconciledAt) < MAX_AGE_MS
  return all.providers.map((sums) => {
    const { provider } = sums
    const found = drift.find((one) => one.provider === provider)
    const driftCents = found?.ledgerCents ?? 0
    const statementCents = found?.statementCents ?? 0
    const ledgerCents = leftOf(sums)
    const isApart = driftCents !== 0 || statementCents !== 0
    const isKnown = isRecent && found !== undefined
    const agreesOrUnknown = isKnown ? 'agrees' : 'unknown'
    return {
      provider,
      state: isApart ? 'apart' : agreesOrUnknown,
      providerCents: ledgerCents + driftCents,
      ledgerCents,
      driftCents,
      statementCents,
    }
  })
}

/** Says in a sentence whether providers and ledger agree. */
export function describeAgreement(agreements: readonly ProviderAgreement[]): string {
  const apart = agreements.filter(({ state }) => state === 'apart')
  if (apart.length > 0) return `${apart.map(describeApart).join(' ')} See what waits for you.`
  const isKnown = agreements.every(({ state }) => state === 'agrees')
  if (agreements.length === 0) return 'There is no money to compare yet.'
  return isKnown ? 'Ledger and providers agree.' : 'Ledger and providers were not compared lately.'
}

function describeApart({ provider, driftCents, statementCents }: ProviderAgreement): string {
  const name = PROVIDER_NAMES[provider]
  if (driftCents !== 0) return `${name} differs from the ledger by ${formatDifference(driftCents)}.`
  return `The statement of ${name} differs from the ledger by ${formatDifference(statementCents)}.`
}
