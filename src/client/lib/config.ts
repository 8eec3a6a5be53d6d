import type { PublicConfig } from '#contract/config.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from './api.ts'

let config: Promise<PublicConfig> | undefined

/** Fetches the configuration once; returns the same promise every time, as React's `use` needs. */
export function loadConfig(): Promise<PublicConfig> {
  config ??= callApi<PublicConfig>(ROUTES.config)
  return config
}

/** Makes the next `loadConfig` fetch again, after a failure. */
export function forgetConfig(): void {
  config = undefined
}
