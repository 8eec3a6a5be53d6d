import type { AnyWrite } from './infra/database/units.ts'
import {
  attachRef,
  countDecline,
  bookCaptures,
  insertCheckouts,
  moveCheckout,
  scheduleCheck,
} from './features/checkouts/store.ts'
import { deleteTestDonations } from './features/ledger/store.ts'
import { claimMails, deferMail, finishMail } from './features/receipts/store.ts'
import { setMark } from './features/reconciliation/store.ts'
import {
  deferEvents,
  finishEvents,
  makeAllDue,
  parkEvents,
  resumeParked,
  storeEvents,
} from './features/webhooks/store.ts'

/** Every unit of work that the product's writer thread knows. */
export const writes: readonly AnyWrite[] = [
  insertCheckouts,
  attachRef,
  countDecline,
  moveCheckout,
  scheduleCheck,
  bookCaptures,
  deleteTestDonations,
  storeEvents,
  finishEvents,
  deferEvents,
  makeAllDue,
  parkEvents,
  resumeParked,
  setMark,
  claimMails,
  finishMail,
  deferMail,
]
