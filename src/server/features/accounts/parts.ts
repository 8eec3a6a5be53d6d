import type { Logger } from 'pino'
import type { PublicConfig } from '#contract/config.ts'
import type { RateLimits } from '#server/http/guards/rate-limits.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { FairQueueLimits } from '#server/infra/fair-queue.ts'
import type { Mailer } from '#server/infra/mail/mailer.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import type { SharedClock } from '#server/infra/shared-clock.ts'
import {
  createAccountMails,
  type AccountMails,
  type AccountMailsDeps,
} from './mails/account-mails.ts'
import { createBackground, type Background } from './background.ts'
import { createConfirmations, type Confirmations } from './mails/confirmations.ts'
import { createHosts, type Hosts } from './hosts/hosts.ts'
import { writePasswordChanged, writePasswordReset, writeSecondFactorOn } from './mails/letters.ts'
import { createKnownDevices, type KnownDevices } from './passwords/known-devices.ts'
import { createAuth, type Auth, type AuthOptions } from './auth.ts'
import { MailPost } from './mails/mail-post.ts'
import { createOneTimeTokens, type OneTimeTokens } from './one-time-tokens.ts'
import { createPasswords, type Passwords } from './passwords/passwords.ts'
import { createSessions, type Sessions } from './sessions/sessions.ts'

export interface AccountsOptions {
  database: Database
  publicUrl: string
  secret: string
  adminEmail: string | undefined
  campaign: AccountMailsDeps['campaign']
  publicConfig: Pick<PublicConfig, 'payments'>
  mailer: Mailer
  clock: () => number
  sharedClock: Pick<SharedClock, 'read'>
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'warn' | 'error'>
  limits: RateLimits
  /** The limits of the queue in which passwords are hashed. */
  passwordQueue?: Partial<FairQueueLimits>
}

/** The parts that the routes of accounts use. */
export interface AccountParts {
  database: Database
  limits: RateLimits
  devices: KnownDevices
  passwords: Passwords
  auth: Auth
  sessions: Sessions
  tokens: OneTimeTokens
  mails: AccountMails
  confirmations: Confirmations
  hosts: Hosts
  background: Background
  post: MailPost
  clock: () => number
}

/** Receives the id of an account whose address was just confirmed. */
export type OnConfirmed = (userId: string) => Promise<void>

export function createParts(options: AccountsOptions, onConfirmed: OnConfirmed): AccountParts {
  const { database, limits, logger, clock } = options
  const devices = createKnownDevices(options)
  const passwords = createPasswords({ ...options, devices })
  const post = new MailPost(options)
  const mails = createAccountMails({ ...options, post })
  const auth: Auth = createAuth(
    connectLibrary(options, {
      devices,
      passwords,
      mails,
      onConfirmed,
      tokens: () => tokens,
      auth: () => auth,
    }),
  )
  const tokens = createOneTimeTokens(auth, clock)
  return {
    database,
    limits,
    devices,
    passwords,
    auth,
    sessions: createSessions({ ...options, auth }),
    tokens,
    mails,
    confirmations: createConfirmations({ auth, tokens, mails, onConfirmed }),
    hosts: createHosts({ ...options, tokens, mails }),
    background: createBackground(logger),
    post,
    clock,
  }
}

interface Connections {
  devices: KnownDevices
  passwords: Passwords
  mails: AccountMails
  onConfirmed: OnConfirmed
  tokens: () => OneTimeTokens
  auth: () => Auth
}

/**
 * Builds the library's options with its callbacks. They need `tokens` and the library itself, which
 * exist only later: hence the functions that return them.
 */
function connectLibrary(
  options: AccountsOptions,
  { devices, passwords, mails, onConfirmed, tokens, auth }: Connections,
): AuthOptions {
  return {
    ...options,
    devices,
    passwords,
    sendPasswordReset: async (user, token) => {
      if (!(await mails.claim('password-reset', user))) return
      mails.send(user.email, (context) => writePasswordReset(context, token))
    },
    onPasswordReset: async (user) => {
      await passwords.forgive(user.email)
      await tokens().voidAll(user.id)
      if (!user.emailVerified) {
        // The link came by mail, so the address is theirs.
        const { internalAdapter } = await auth().$context
        await internalAdapter.updateUser(user.id, { emailVerified: true })
        await onConfirmed(user.id)
      }
      mails.send(user.email, writePasswordChanged)
    },
    onSecondFactorOn: (user) => mails.notify(user, writeSecondFactorOn),
  }
}
