import type { ProviderName } from '#contract/checkout-states.ts'
import { isPermissionDenied } from './failures.ts'
import { tellHost } from './host-sentences.ts'
import { labelOf } from '../descriptions.ts'

/** The name of a provider's list that we read. */
export type ListName = 'events' | 'refunds'

interface Refusal {
  denial: string
  remedy: string
}

const DENIALS: Record<ProviderName, Record<ListName, Refusal>> = {
  stripe: {
    events: {
      denial: 'Stripe does not let the key read events (403).',
      remedy: 'Give it "Events: read".',
    },
    refunds: {
      denial: 'Stripe does not let the key read refunds (403).',
      remedy: 'Give it "Refunds: write".',
    },
  },
  paypal: {
    events: {
      denial: 'PayPal does not let the app read webhook events (403).',
      remedy: 'Add its webhook to it.',
    },
    refunds: {
      denial: 'PayPal does not let the app read refunds (403).',
      remedy: 'Switch on "Accept payments" among its features.',
    },
  },
}

/** Thrown when a list could not be read; the cause is the reason. */
class UnreadableListError extends Error {
  override readonly name = 'UnreadableListError'
  readonly list: ListName

  constructor(list: ListName, cause: unknown) {
    super(`The list of ${list} could not be read.`, { cause })
    this.list = list
  }
}

/** Returns what `read` returns; its failure becomes an error that names the list. */
export async function readNamed<Read>(list: ListName, read: () => Promise<Read>): Promise<Read> {
  try {
    return await read()
  } catch (error) {
    throw new UnreadableListError(list, error)
  }
}

/** Says to the host why a provider's lists were not read, and what to do where that is known. */
export function tellUnreadableList(provider: ProviderName, error: unknown): string {
  const label = labelOf(provider)
  if (!(error instanceof UnreadableListError)) {
    return `What ${label} lists could not be taken over: ${tellHost(error)}`
  }
  const { list, cause } = error
  if (!isPermissionDenied(cause)) {
    return `${label}'s list of ${list} cannot be read: ${tellHost(cause)}`
  }
  const { denial, remedy } = DENIALS[provider][list]
  return `${denial} ${remedy}`
}
