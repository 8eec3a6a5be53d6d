import type { PublicConfig } from '#contract/config.ts'
import type { Feature } from '#server/infra/feature.ts'
import { drillRoutes, type DrillRoutesDeps } from './routes.ts'
import { DrillRunner, type DrillRunnerDeps } from './runner.ts'
import { StandIns } from './stand-ins.ts'

export interface DrillsDeps
  extends Omit<DrillRunnerDeps, 'standIns'>, Pick<DrillRoutesDeps, 'requireHost'> {
  publicConfig: Pick<PublicConfig, 'payments'>
  /** The address of the embedded sandbox for this server itself; undefined if it is off. */
  sandboxUrl: string | undefined
  operatorToken: string
}

/** Rehearses what providers do to a host, where the providers are the embedded stand-ins. */
export function createDrillsFeature(deps: DrillsDeps): Feature {
  const runner = openRunner(deps)
  return {
    routes: drillRoutes({ ...deps, runner }),
    disconnect: () => runner?.close(),
  }
}

function openRunner(deps: DrillsDeps): DrillRunner | undefined {
  const { publicConfig, sandboxUrl: url, operatorToken } = deps
  if (publicConfig.payments !== 'sandbox' || url === undefined) return undefined
  return new DrillRunner({ ...deps, standIns: new StandIns({ url, operatorToken }) })
}
