import type { Logger } from 'pino'
import type { ProviderName } from '#contract/checkout-states.ts'
import { isOutage } from '#server/infra/log-failure.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { createStateLog, type StateLog } from '#server/infra/state-log.ts'
import { ProviderDeniedError } from './failures/failures.ts'
import type { MeasuredCall } from './measure-calls.ts'
import { PROVIDER_DEFINITIONS } from './registry.ts'

/** The time for which a provider must answer before it counts as back, ms. */
const SETTLE_MS = 5_000

export interface ReachLogDeps {
  logger: Pick<Logger, 'warn' | 'info'>
  clock: () => number
  schedule: Schedule
}

/**
 * Returns a listener of calls that logs once when a provider is away, and once when it is back. A
 * key that is denied, and a response that cannot be read, are other troubles, with lines of their
 * own.
 */
export function createReachLog(deps: ReachLogDeps): (call: MeasuredCall) => void {
  const logs = new Map<ProviderName, StateLog>()
  return ({ provider, error }) => {
    const log = logs.get(provider) ?? createLog(provider, deps)
    logs.set(provider, log)
    if (isOutage(error) && !(error instanceof ProviderDeniedError)) log.failed(error)
    else log.over()
  }
}

function createLog(provider: ProviderName, { logger, ...time }: ReachLogDeps): StateLog {
  const { label, statusPage } = PROVIDER_DEFINITIONS[provider]
  return createStateLog(logger, {
    failed: `${label} cannot be reached, fails or takes too long: donors are told to try again in a moment, and what was paid is settled once it is back. If it lasts, see ${statusPage} and this machine's way out to the internet.`,
    over: `${label} is back.`,
    settleMs: SETTLE_MS,
    ...time,
  })
}
