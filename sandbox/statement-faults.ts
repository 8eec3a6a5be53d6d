type ProviderName = 'stripe' | 'paypal'

/** What a drill has done to a provider's statement, while its money stays as it is. */
export interface StatementFaults {
  /** Whether the account's keys may not read it. */
  isDenied(provider: ProviderName): boolean
  /** By how many cents the line of a charge, refund or dispute is off. */
  findError(provider: ProviderName, objectId: string): number
  /** Whether the lines of a charge, refund or dispute are left out. */
  isMissing(provider: ProviderName, objectId: string): boolean
  /** After how many milliseconds a line is shown. */
  findDelayMs(provider: ProviderName): number
}

export interface StatementOrder {
  provider: ProviderName
  isDenied?: boolean | undefined
  delayMs?: number | undefined
  /** Cents by the id of what moved the money. */
  errors?: Record<string, number> | undefined
  missing?: string[] | undefined
}

/** Holds what was asked last for each provider; what is left out is as it should be. */
export function createStatementFaults(): StatementFaults & {
  set(order: StatementOrder): void
  clear(): void
} {
  const orders = new Map<ProviderName, StatementOrder>()
  return {
    isDenied: (provider) => orders.get(provider)?.isDenied ?? false,
    findError: (provider, objectId) => orders.get(provider)?.errors?.[objectId] ?? 0,
    isMissing: (provider, objectId) => orders.get(provider)?.missing?.includes(objectId) ?? false,
    findDelayMs: (provider) => orders.get(provider)?.delayMs ?? 0,
    set: (order) => {
      orders.set(order.provider, order)
    },
    clear: () => orders.clear(),
  }
}
