import type { Schedule } from '#server/infra/schedule.ts'
import type { MarkedPayment } from '#server/payments/reading/marked-payments.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'

/** A page at a time, and not as fast as it goes: donors pay at the same account. */
const PAGE_PAUSE_MS = 200

/** Other software may keep anything under the names that we use. */
const INSTALLATION_ID = /^[\w-]{1,64}$/
const CHECKOUT_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export interface ListOptions {
  schedule: Schedule
  isOpen: () => boolean
  /** Returns whether to read on after a page; all pages are read where it is absent. */
  goesOn?: (page: readonly MarkedPayment[], pagesRead: number) => Promise<boolean>
}

/** What could be read of the marked payments of a provider. */
export interface MarkedList {
  provider: PaymentProvider
  items: MarkedPayment[]
  /** Provider's ids of what bears a mark and could not be read, each with the reason. */
  unreadable: { payment: string; reason: string }[]
  /** Sentences about what could not be looked at. */
  limits: string[]
  /** Why the list came to an end before its time; undefined where it did not. */
  error: unknown
}

/** Reads a provider's marked payments, each once; what was read before a failure is kept. */
export async function readMarked(
  provider: PaymentProvider,
  { schedule, isOpen, goesOn }: ListOptions,
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
      if (!isOpen() || (goesOn !== undefined && !(await goesOn(marked, pagesRead)))) break
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

/** The events and the search of PayPal list the same captures. */
function addOnce(items: Map<string, MarkedPayment>, item: MarkedPayment): void {
  const key = item.captureId ?? item.ref ?? item.checkoutId
  if (!items.has(key)) items.set(key, item)
}
