import type { PublicConfig } from '#contract/config.ts'

/** Returns the configuration of a page in test mode, on which cards alone can pay. */
export function buildConfig(part: Partial<PublicConfig> = {}): PublicConfig {
  return {
    version: '1.2.3',
    payments: 'sandbox',
    stripe: true,
    paypal: null,
    currency: 'USD',
    limits: { minCents: 100, maxCents: 1_000_000, defaultCents: 500 },
    disclaimer: { version: '1' },
    ...part,
  }
}
