type ProviderName = 'stripe' | 'paypal'

/** The errors that a test has put into a provider's statement; its money is unchanged. */
export interface StatementFaults {
  /** Returns whether the account's keys may not read it. */
  isDenied(provider: ProviderName): boolean
  /** Returns the cents by which the line of a charge, refund or dispute is wrong. */
  findError(provider: ProviderName, objectId: string): number
  /** Returns whether the lines of a charge, refund or dispute are left out. */
  isMissing(provider: ProviderName, objectId: string): boolean
  /** Returns the delay after which a line is shown, ms. */
  findDelayMs(provider: ProviderName): number
}

export interface StatementFaultRule {
  provider: ProviderName
  isDenied?: boolean | undefined
  delayMs?: number | undefined
  /** Cents by the id of the object that moved the money. */
  errors?: Record<string, number> | undefined
  missing?: string[] | undefined
}

/** Creates the statement faults; the last rule of each provider replaces earlier ones. */
export function createStatementFaults(): StatementFaults & {
  set(rule: StatementFaultRule): void
  clear(): void
} {
  const rules = new Map<ProviderName, StatementFaultRule>()
  return {
    isDenied: (provider) => rules.get(provider)?.isDenied ?? false,
    findError: (provider, objectId) => rules.get(provider)?.errors?.[objectId] ?? 0,
    isMissing: (provider, objectId) => rules.get(provider)?.missing?.includes(objectId) ?? false,
    findDelayMs: (provider) => rules.get(provider)?.delayMs ?? 0,
    set: (rule) => {
      rules.set(rule.provider, rule)
    },
    clear: () => rules.clear(),
  }
}
