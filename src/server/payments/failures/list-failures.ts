import type { ProviderName } from '#contract/checkout-states.ts'
import type { ListName } from '../definition.ts'
import { labelOf, PROVIDER_DEFINITIONS } from '../registry.ts'
import { isPermissionDenied } from './failures.ts'
import { tellHost } from './host-sentences.ts'

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
  return PROVIDER_DEFINITIONS[provider].listDenials[list]
}
