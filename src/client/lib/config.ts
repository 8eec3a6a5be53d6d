import type { PublicConfig } from '#contract/config.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from './api.ts'

let config: Promise<PublicConfig> | undefined

/** What the host has set up, asked for once; the same promise every time, as React's `use` wants. */
export function loadConfig(): Promise<PublicConfig> {
  config ??= callApi<PublicConfig>(ROUTES.config)
  return config
}

/** Lets the next `loadConfig` ask again, after a failure. */
export function forgetConfig(): void {
  config = undefined
}
