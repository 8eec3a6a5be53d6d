import type { AnyWrite } from './infra/database/write-batch.ts'
import { beginTry, cancelTry, forgetFailures } from './features/accounts/failures-store.ts'
import { beginCheckouts } from './features/checkouts/begin-store.ts'
import { dropDuplicate, keepDuplicate } from './features/checkouts/duplicate-store.ts'
import { importCheckout } from './features/checkouts/import-store.ts'
import { acceptReview, refundReview } from './features/checkouts/review-store.ts'
import { countDecline, noteCaptureAsked, notePending } from './features/checkouts/capture-store.ts'
import {
  attachRef,
  bookCaptures,
  insertCheckouts,
  moveCheckout,
  noteUnlisted,
  scheduleCheck,
} from './features/checkouts/store.ts'
import { noteDeclines } from './features/card-testing/card-testing.ts'
import { claimAlarm, finishAlarm, forgetOld } from './features/card-testing/store.ts'
import { beginCodeTry, claimCode, claimMail, forgetCodeTries } from './features/accounts/store.ts'
import { deleteTestDonations, switchBoard } from './features/ledger/store.ts'
import { claimNotices, endConcern, finishNotices, raiseConcern } from './features/concerns/store.ts'
import {
  claimMails,
  deferMail,
  finishMail,
  holdMail,
  releaseMails,
} from './features/receipts/store.ts'
import { adoptInstallation, setAskedUntil, setMark } from './features/reconciliation/store.ts'
import { noteDrifts, setMark as setStatementMark, storeLines } from './features/statements/store.ts'
import {
  awaitLookUps,
  deferEvents,
  emptyPayloads,
  finishEvents,
  makeAllDue,
  parkEvents,
  resumeParked,
  storeEvents,
} from './features/webhooks/store.ts'

/** Every unit of work that the product's writer thread knows. */
export const writes: readonly AnyWrite[] = [
  beginCheckouts,
  insertCheckouts,
  attachRef,
  countDecline,
  moveCheckout,
  noteCaptureAsked,
  noteUnlisted,
  notePending,
  keepDuplicate,
  dropDuplicate,
  scheduleCheck,
  bookCaptures,
  importCheckout,
  acceptReview,
  refundReview,
  noteDeclines,
  claimAlarm,
  finishAlarm,
  forgetOld,
  deleteTestDonations,
  switchBoard,
  storeEvents,
  finishEvents,
  deferEvents,
  awaitLookUps,
  emptyPayloads,
  makeAllDue,
  parkEvents,
  resumeParked,
  setMark,
  setAskedUntil,
  storeLines,
  setStatementMark,
  noteDrifts,
  adoptInstallation,
  raiseConcern,
  endConcern,
  claimNotices,
  finishNotices,
  claimMails,
  finishMail,
  deferMail,
  beginTry,
  cancelTry,
  forgetFailures,
  holdMail,
  releaseMails,
  claimMail,
  beginCodeTry,
  claimCode,
  forgetCodeTries,
]
