import type { ProviderEvent } from '../provider.ts'

/** The facts of an event about no payment, and the defaults of those that are about one. */
export const NO_FACTS: Omit<ProviderEvent, 'id' | 'type'> = {
  paymentRef: null,
  captureId: null,
  otherCaptureIds: [],
  object: null,
  declined: null,
  claim: null,
}
