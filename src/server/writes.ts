import type { AnyWrite } from './infra/database/units.ts'
import {
  attachRef,
  countDecline,
  bookCaptures,
  insertCheckouts,
  moveCheckout,
} from './features/checkouts/store.ts'
import { deleteTestDonations } from './features/ledger/store.ts'
import { deferEvent, finishEvent, storeEvents } from './features/webhooks/store.ts'

/** Every unit of work that the product's writer thread knows. */
export const writes: readonly AnyWrite[] = [
  insertCheckouts,
  attachRef,
  countDecline,
  moveCheckout,
  bookCaptures,
  deleteTestDonations,
  storeEvents,
  finishEvent,
  deferEvent,
]
