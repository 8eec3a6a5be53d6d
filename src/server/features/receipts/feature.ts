import type { Feature } from '#server/infra/feature.ts'
import type { Outbox } from './outbox.ts'

/** Sends donors their mails about donations. */
export function createReceiptsFeature({ outbox }: { outbox: Outbox }): Feature {
  return { start: () => outbox.start(), close: () => outbox.close() }
}
