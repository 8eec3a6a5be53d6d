import type { Schedule } from '#server/infra/schedule.ts'
import type { MarkedPayment } from '#server/payments/reading/marked-payments.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'

/** The pause between two pages, because donors' payments share the account's limits. */
const PAGE_PAUSE_MS = 200

/** Matches ids of installations, since other software may use our field names for anything. */
const INSTALLATION_ID = /^[\w-]{1,64}$/
const CHECKOUT_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export interface ListOptions {
  schedule: Schedule
  isOpen: () => boolean
  /** Returns whether to read on after a page; all pages are read if it is absent. */
  shouldContinue?: (page: readonly MarkedPayment[], pagesRead: number) => Promise<boolean>
}

/** The marked payments of a provider that could be read. */
export interface MarkedList {
  provider: PaymentProvider
  items: MarkedPayment[]
  /** The provider's ids of marked objects that could not be read, each with the reason. */
  unreadable: { payment: string; reason: string }[]
  /** Sentences about what could not be searched. */
  limits: string[]
  /** The error that ended the list early; undefined if it was read to its end. */
  error: unknown
}

/** Reads a provider's marked payments, each once; payments read before a failure are kept. */
export async function readMarked(
  provider: PaymentProvider,
  { schedule, isOpen, shouldContinue }: ListOptions,
): Promise<MarkedList> {
  const items = new Map<string, MarkedPayment>()
  const list: MarkedList = { provider, items: [], unreadable: [], limits: [], error: undefined }
  let pagesRead = 0
  try {
    for await (const page of provider.listMarked()) {
      const marked = page.items.filter(isPlausible)
      for (const item of marked) addOnce(items, item)
      list.unreadable.push(...page.unreadable.map(({ id, reason }) => ({ payment: id, reason })))
      if (page.limit !== null) list.limits.push(page.limit)
      pagesRead += 1
      if (!isOpen() || (shouldContinue !== undefined && !(await shouldContinue(marked, pagesRead))))
        break
      await new Promise<void>((resolve) => schedule(resolve, PAGE_PAUSE_MS))
    }
  } catch (error) {
    list.error = error
  }
  return { ...list, items: [...items.values()] }
}

function isPlausible({ installationId, checkoutId, isOurs }: MarkedPayment): boolean {
  return isOurs || (INSTALLATION_ID.test(installationId) && CHECKOUT_ID.test(checkoutId))
}

/** Adds an item unless it is known: two lists of a provider may have the same captures. */
function addOnce(items: Map<string, MarkedPayment>, item: MarkedPayment): void {
  const key = item.captureId ?? item.ref ?? item.checkoutId
  if (!items.has(key)) items.set(key, item)
}
