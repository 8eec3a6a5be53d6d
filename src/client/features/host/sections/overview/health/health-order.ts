import type { HealthCheck, HealthState } from '#contract/host/health.ts'

const ORDER: readonly HealthState[] = ['failing', 'warning', 'unknown', 'ok']

/** Returns the checks with what fails first; those of one state keep their order. */
export function sortByState(checks: readonly HealthCheck[]): HealthCheck[] {
  return checks.toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))
}

/** Says how many checks need a look; only if all are known to work it says so. */
export function describeHealth(checks: readonly HealthCheck[]): string {
  const count = (...states: HealthState[]) =>
    checks.filter(({ state }) => states.includes(state)).length
  const bad = count('failing', 'warning')
  const unknown = count('unknown')
  if (bad > 0) return `${bad} of ${checks.length} ${bad === 1 ? 'needs' : 'need'} a look`
  if (unknown > 0) return `${unknown} of ${checks.length} not known`
  return `all ${checks.length} work`
}
