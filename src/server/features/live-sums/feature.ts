import type { Feature } from '#server/infra/feature.ts'
import type { LiveSumsReader } from './live-sums.ts'

/** Keeps the sums of choices and matches up to date while the server runs. */
export function createLiveSumsFeature({ sums }: { sums: LiveSumsReader }): Feature {
  return {
    start: () => sums.start(),
    close: () => sums.close(),
  }
}
