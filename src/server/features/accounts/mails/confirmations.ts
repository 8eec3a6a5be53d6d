import { AppError } from '#contract/app-error.ts'
import type { AccountMails } from './account-mails.ts'
import { writeConfirmation, writeEmailChange, writeEmailChanged } from './letters.ts'
import type { AccountUser } from '../account-user.ts'
import type { Auth } from '../auth.ts'
import type { OneTimeTokens, TokenPurpose } from '../one-time-tokens.ts'

const CONFIRM_MS = 24 * 60 * 60 * 1000

const PURPOSES = ['confirm-email', 'change-email'] as const satisfies TokenPurpose[]

export interface ConfirmationsDeps {
  auth: Auth
  tokens: OneTimeTokens
  mails: AccountMails
  /** Receives the id of an account whose address was just confirmed. */
  onConfirmed: (userId: string) => Promise<void>
}

export interface Confirmations {
  /** Mails the link that confirms an account's address; false if too many were requested. */
  send(user: AccountUser): Promise<boolean>
  /** Counts a request to change the address against the limits; fails if they are reached. */
  claimChange(user: AccountUser, newEmail: string): Promise<void>
  /** Mails the link that changes an account's address, unless another account has the new one. */
  sendChange(user: AccountUser, newEmail: string): Promise<void>
  /** Uses a link up for the signed-in account: confirms its address or changes it. */
  confirm(user: AccountUser, token: string): Promise<{ email: string; changed: boolean }>
}

export function createConfirmations(deps: ConfirmationsDeps): Confirmations {
  const { tokens, mails, auth } = deps
  return {
    send: async (user) => {
      if (!(await mails.claim('confirmation', user))) return false
      const token = await tokens.issue('confirm-email', toSubject(user), CONFIRM_MS)
      mails.send(user.email, (context) => writeConfirmation(context, token))
      return true
    },
    claimChange: async (user, newEmail) => {
      if (!(await mails.claim('email-change', user, newEmail))) throw tooManyMails()
    },
    sendChange: async (user, newEmail) => {
      const token = await tokens.issue('change-email', toSubject(user, newEmail), CONFIRM_MS)
      const { internalAdapter } = await auth.$context
      if ((await internalAdapter.findUserByEmail(newEmail)) !== null) return
      mails.send(newEmail, (context) => writeEmailChange(context, token))
    },
    confirm: async (user, token) => {
      const purpose = await findPurpose(tokens, user, token)
      const taken = await tokens.take(purpose, token)
      if (taken === undefined) throw invalidLink()
      return purpose === 'confirm-email'
        ? confirmEmail(deps, user, taken.email)
        : moveTo(deps, user, taken.email)
    },
  }
}

function toSubject({ id, email }: AccountUser, to = email) {
  return { userId: id, email: to }
}

/**
 * Returns the purpose of a link. Fails for a link of another account without using it up, so that
 * its owner can still open it.
 */
async function findPurpose(
  tokens: OneTimeTokens,
  user: AccountUser,
  token: string,
): Promise<(typeof PURPOSES)[number]> {
  for (const purpose of PURPOSES) {
    const subject = await tokens.find(purpose, token)
    if (subject?.userId === user.id) return purpose
    if (subject !== undefined) {
      throw new AppError(
        'failed-precondition',
        'This link belongs to another account. Log in to that one and open the link again.',
        { reason: 'OTHER_ACCOUNT' },
      )
    }
  }
  throw invalidLink()
}

async function confirmEmail(
  { auth, onConfirmed }: ConfirmationsDeps,
  user: AccountUser,
  email: string,
) {
  // The account may have moved since the mail was sent.
  if (user.email !== email) throw invalidLink()
  const { internalAdapter } = await auth.$context
  await internalAdapter.updateUser(user.id, { emailVerified: true })
  await onConfirmed(user.id)
  return { email, changed: false }
}

async function moveTo(deps: ConfirmationsDeps, user: AccountUser, email: string) {
  const { auth, tokens, mails, onConfirmed } = deps
  const { internalAdapter } = await auth.$context
  if ((await internalAdapter.findUserByEmail(email)) !== null) {
    throw new AppError('already-exists', 'This email has an account by now. Choose another one.')
  }
  await internalAdapter.updateUser(user.id, { email, emailVerified: true })
  await tokens.voidAll(user.id)
  mails.notify(user, writeEmailChanged)
  await onConfirmed(user.id)
  return { email, changed: true }
}

export function invalidLink(): AppError {
  return new AppError(
    'invalid-argument',
    'This link has expired or was used already. Please ask for a new one.',
    { reason: 'INVALID_TOKEN' },
  )
}

export function tooManyMails(): AppError {
  return new AppError(
    'resource-exhausted',
    'Three of these mails were sent in the last hour. Look among your spam, or try again later.',
    { reason: 'MAIL_LIMIT' },
  )
}

/** Returns the error for an action that needs a confirmed address; `what` ends its sentence. */
export function unconfirmed(what: string): AppError {
  return new AppError(
    'failed-precondition',
    `Confirm your email first: only an account with a confirmed email can ${what}. Then try again.`,
    { reason: 'EMAIL_NOT_CONFIRMED' },
  )
}
