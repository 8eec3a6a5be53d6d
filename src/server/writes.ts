import { deleteAccount, sweepAccount } from './erase-account.ts'
import type { AnyWrite } from '#server/infra/database/write-batch.ts'
import { proveWrite } from '#server/infra/database/write-proof.ts'
import { queueSignals } from '#server/features/alarms/signals.ts'
import {
  claimDeliveries,
  finishDelivery,
  replaceSecret,
  setWebhook,
  stopWebhook,
} from '#server/features/alarms/store.ts'
import {
  beginTry,
  cancelTry,
  forgetFailures,
} from '#server/features/accounts/passwords/failures-store.ts'
import {
  cancelChoice,
  changeChoice,
  createChoice,
  endChoice,
  withdrawChoice,
} from '#server/features/choices/choices-store.ts'
import { attachRef } from '#server/features/checkouts/attach-ref.ts'
import { beginCheckouts } from '#server/features/checkouts/begin/begin-store.ts'
import { dropDuplicate, keepDuplicate } from '#server/features/checkouts/review/duplicate-store.ts'
import { importCheckout } from '#server/features/checkouts/import/import-store.ts'
import { acceptReview, refundReview } from '#server/features/checkouts/review/review-store.ts'
import {
  cancelUnasked,
  claimCapture,
  countDecline,
  notePending,
} from '#server/features/checkouts/settle/capture-store.ts'
import {
  bookCaptures,
  insertCheckouts,
  moveCheckout,
  noteUnlisted,
  scheduleCheck,
} from '#server/features/checkouts/store.ts'
import { storePicture } from '#server/features/campaign/pictures/pictures-store.ts'
import { publishVersion } from '#server/features/campaign/store.ts'
import { noteDeclines } from '#server/features/card-testing/card-testing.ts'
import { claimAlarm, finishAlarm, forgetOld } from '#server/features/card-testing/store.ts'
import {
  acceptInvitation,
  inviteMember,
  withdrawInvitation,
} from '#server/features/accounts/hosts/invitations-store.ts'
import { changeMember, nameOwner } from '#server/features/accounts/hosts/team-store.ts'
import {
  beginCodeTry,
  claimCode,
  claimMail,
  forgetCodeTries,
} from '#server/features/accounts/store.ts'
import { recordResults } from '#server/features/leaderboard/rounds/results-store.ts'
import {
  addOvertime,
  cancelRound,
  changeRound,
  createRound,
  endRound,
} from '#server/features/leaderboard/rounds/rounds-store.ts'
import {
  cancelMatch,
  changeMatch,
  createMatch,
  stopMatch,
} from '#server/features/matching/matches-store.ts'
import { joinTeam } from '#server/features/donor-teams/join-store.ts'
import { changeTeam, createTeam, foundTeam } from '#server/features/donor-teams/teams-store.ts'
import { noteDrill } from '#server/features/drills/store.ts'
import {
  claimReminder,
  endReminders,
  notePlace,
  returnReminder,
  beginReminders,
} from '#server/features/reminders/store.ts'
import { pauseDonor, setOwnLimits } from '#server/features/spending-limits/store.ts'
import { noteSweep } from '#server/features/erasure/store.ts'
import { deleteTestDonations, switchBoard } from '#server/features/ledger/store.ts'
import { changeShown, decideText } from '#server/features/names/moderation/decide.ts'
import { notePresence } from '#server/features/names/moderation/presence.ts'
import { changeScreening } from '#server/features/names/screening/screening-store.ts'
import { changeOwnTexts, setProfileName } from '#server/features/names/store.ts'
import { claimNotices, finishNotices } from '#server/features/concerns/notices-store.ts'
import { endConcern, raiseConcern } from '#server/features/concerns/store.ts'
import {
  claimRefunds,
  noteRefund,
  storeRefund,
} from '#server/features/host-donations/refunds/store.ts'
import { addNote } from '#server/features/host-donations/story/notes-store.ts'
import { queueCopy } from '#server/features/receipts/copies-store.ts'
import {
  claimMails,
  deferMail,
  finishMail,
  holdMail,
  releaseMails,
  returnMail,
} from '#server/features/receipts/store.ts'
import { adoptInstallation, setAskedUntil, setMark } from '#server/features/reconciliation/store.ts'
import {
  noteDrifts,
  setMark as setStatementMark,
  storeLines,
} from '#server/features/statements/store.ts'
import {
  awaitLookUps,
  deferEvents,
  emptyPayloads,
  finishEvents,
  makeAllDue,
  parkEvents,
  resumeParked,
  storeEvents,
} from '#server/features/webhooks/store.ts'

/** Every unit of work that the product's writer thread knows. */
export const writes: readonly AnyWrite[] = [
  proveWrite,
  createChoice,
  changeChoice,
  endChoice,
  cancelChoice,
  withdrawChoice,
  createMatch,
  changeMatch,
  stopMatch,
  cancelMatch,
  inviteMember,
  acceptInvitation,
  withdrawInvitation,
  changeMember,
  nameOwner,
  beginCheckouts,
  insertCheckouts,
  attachRef,
  countDecline,
  moveCheckout,
  claimCapture,
  cancelUnasked,
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
  publishVersion,
  createRound,
  changeRound,
  endRound,
  cancelRound,
  addOvertime,
  recordResults,
  storePicture,
  deleteTestDonations,
  switchBoard,
  setProfileName,
  changeOwnTexts,
  decideText,
  changeShown,
  changeScreening,
  notePresence,
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
  storeRefund,
  claimRefunds,
  noteRefund,
  addNote,
  queueSignals,
  claimDeliveries,
  finishDelivery,
  replaceSecret,
  setWebhook,
  stopWebhook,
  claimMails,
  finishMail,
  deferMail,
  beginTry,
  cancelTry,
  forgetFailures,
  holdMail,
  queueCopy,
  releaseMails,
  returnMail,
  claimMail,
  beginCodeTry,
  claimCode,
  forgetCodeTries,
  deleteAccount,
  sweepAccount,
  noteSweep,
  noteDrill,
  setOwnLimits,
  pauseDonor,
  beginReminders,
  endReminders,
  notePlace,
  claimReminder,
  returnReminder,
  joinTeam,
  foundTeam,
  createTeam,
  changeTeam,
]
