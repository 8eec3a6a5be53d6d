import { z } from 'zod'
import {
  changeEmailBody,
  changePasswordBody,
  emailBody,
  passwordAndCodeBody,
  passwordBody,
  recoveryBody,
  resetBody,
  sessionIdBody,
  signInBody,
  signUpBody,
  tokenBody,
  totpBody,
} from './bodies.ts'
import {
  currentSessionView,
  doneView,
  enrolmentView,
  recoveryCodesView,
  sessionEntryView,
  signInView,
  signOutView,
  signedInView,
  statusView,
} from './views.ts'

/*
 * The facts that the routes of accounts tell the API's document, with their schemas.
 */

export const SIGN_UP = {
  operationId: 'signUp',
  summary: 'Signs up, and logs in.',
  body: signUpBody,
  fails: ['resource-exhausted'],
  refuses: [400, 422],
  sends: ['set-cookie'],
  gives: { 'application/json': signedInView },
} as const

export const SIGN_IN = {
  operationId: 'signIn',
  summary: 'Logs in with a password; an account with a second factor is asked for it next.',
  body: signInBody,
  fails: ['resource-exhausted'],
  refuses: [400, 401, 429],
  sends: ['set-cookie'],
  gives: { 'application/json': signInView },
} as const

export const SIGN_OUT = {
  operationId: 'signOut',
  summary: 'Logs out: ends the session of this browser.',
  refuses: [400],
  sends: ['set-cookie'],
  gives: { 'application/json': signOutView },
} as const

export const GET_SESSION = {
  operationId: 'getSession',
  summary: 'Who is logged in; null for nobody.',
  sends: ['set-cookie'],
  gives: { 'application/json': currentSessionView },
} as const

export const LIST_SESSIONS = {
  operationId: 'listSessions',
  summary: 'The sessions of one’s own account, the current one first.',
  response: { 200: z.object({ sessions: z.array(sessionEntryView) }) },
} as const

export const REVOKE_SESSION = {
  operationId: 'revokeSession',
  summary: 'Ends one session of one’s own account.',
  fails: ['not-found'],
  body: sessionIdBody,
  response: { 200: doneView },
} as const

export const REVOKE_OTHER_SESSIONS = {
  operationId: 'revokeOtherSessions',
  summary: 'Ends all sessions of one’s own account but this one.',
  response: { 200: doneView },
} as const

export const SEND_CONFIRMATION = {
  operationId: 'sendConfirmation',
  summary: 'Mails the link that confirms the account’s email address.',
  fails: ['failed-precondition', 'resource-exhausted'],
  response: { 200: doneView },
} as const

export const CONFIRM_EMAIL = {
  operationId: 'confirmEmail',
  summary: 'Confirms an email address with the token of its link.',
  fails: ['failed-precondition', 'already-exists'],
  body: tokenBody,
  response: {
    200: z.object({ status: z.literal(true), email: z.string(), changed: z.boolean() }),
  },
} as const

export const CHANGE_EMAIL = {
  operationId: 'changeEmail',
  summary: 'Mails a link that changes the email address, to the new one.',
  body: changeEmailBody,
  response: { 200: doneView },
} as const

export const REQUEST_PASSWORD_RESET = {
  operationId: 'requestPasswordReset',
  summary: 'Mails a link to reset a password, if there is such an account.',
  body: emailBody,
  response: { 200: doneView },
} as const

export const RESET_PASSWORD = {
  operationId: 'resetPassword',
  summary: 'Sets a new password with the token of a link.',
  body: resetBody,
  refuses: [400],
  sends: ['set-cookie'],
  gives: { 'application/json': statusView },
} as const

export const CHANGE_PASSWORD = {
  operationId: 'changePassword',
  summary: 'Changes the password, and ends all other sessions.',
  body: changePasswordBody,
  refuses: [400, 401, 429],
  sends: ['set-cookie'],
  gives: { 'application/json': statusView },
} as const

export const VERIFY_TOTP = {
  operationId: 'verifyTotp',
  summary: 'Shows the second factor: a code of an authenticator app.',
  body: totpBody,
  refuses: [400, 401, 429],
  sends: ['set-cookie'],
  gives: { 'application/json': signedInView },
} as const

export const VERIFY_RECOVERY_CODE = {
  operationId: 'verifyRecoveryCode',
  summary: 'Shows the second factor: a recovery code, which is used up.',
  body: recoveryBody,
  refuses: [400, 401, 429],
  sends: ['set-cookie'],
  gives: { 'application/json': signedInView },
} as const

export const ENABLE_SECOND_FACTOR = {
  operationId: 'enableSecondFactor',
  summary: 'Begins to set up an authenticator app; its first code turns it on.',
  body: passwordBody,
  fails: ['failed-precondition', 'permission-denied'],
  refuses: [400],
  sends: ['set-cookie'],
  gives: { 'application/json': enrolmentView },
} as const

export const DISABLE_SECOND_FACTOR = {
  operationId: 'disableSecondFactor',
  summary: 'Turns the authenticator app off.',
  body: passwordAndCodeBody,
  refuses: [400],
  sends: ['set-cookie'],
  gives: { 'application/json': statusView },
} as const

export const RENEW_RECOVERY_CODES = {
  operationId: 'renewRecoveryCodes',
  summary: 'Makes new recovery codes; the former ones are void.',
  body: passwordAndCodeBody,
  refuses: [400],
  sends: ['set-cookie'],
  gives: { 'application/json': recoveryCodesView },
} as const
