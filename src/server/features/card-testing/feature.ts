import type { Feature } from '#server/infra/feature.ts'
import type { CardTesting } from './create-card-testing.ts'

/** Watches for stolen cards that are tried here, and tells the hosts. */
export function createCardTestingFeature({ cardTesting }: { cardTesting: CardTesting }): Feature {
  const { watch } = cardTesting
  return { start: () => watch.start(), close: () => watch.close() }
}
