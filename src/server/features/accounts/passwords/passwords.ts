import { availableParallelism } from 'node:os'
import { AppError } from '#contract/app-error.ts'
import { FairQueue, type FairQueueLimits } from '#server/infra/fair-queue.ts'
import { inInnerSpan } from '#server/infra/tracing/spans.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { createComparison } from './password-comparison.ts'
import { hashPassword } from './password-hash.ts'
import {
  createPasswordTries,
  LOGIN,
  readPasswordRequest,
  type PasswordRequest,
  type PasswordTriesOptions,
} from './password-tries.ts'

/**
 * The limits of the queue. A hash takes a thread of libuv's pool, which files and DNS need too: of
 * its four threads this leaves two to them, and of the CPU's cores one. Each hash takes 19 MiB
 * while it is made.
 */
const QUEUE: FairQueueLimits = {
  concurrency: Math.max(1, Math.min(2, availableParallelism() - 1)),
  maxWaiting: 64,
  maxWaitingPerClient: 16,
  maxWaitMs: 5_000,
}

/** The reset route, in which the link is used up before the library hashes the new password. */
const RESET = '/reset-password'

/** The functions that the library calls for each password, in any of its routes. */
export interface Passwords {
  hash(password: string): Promise<string>
  verify(candidate: { hash: string; password: string }): Promise<boolean>
  /** Ends the delay after wrong passwords, because the owner has opened a link in a mail. */
  forgive(email: string): Promise<void>
  /** The number of passwords that wait for their turn to be hashed. */
  readonly waiting: number
}

export interface PasswordsOptions extends PasswordTriesOptions {
  schedule: Schedule
  passwordQueue?: Partial<FairQueueLimits>
}

/** Creates functions that hash and compare passwords, a few at a time, and renew old hashes. */
export function createPasswords(options: PasswordsOptions): Passwords {
  const { database, schedule, passwordQueue } = options
  const tries = createPasswordTries(options)
  const { compare, workAsForAny } = createComparison(database)
  const queue = new FairQueue({ ...QUEUE, ...passwordQueue, schedule, refuse: tooBusy })

  function enqueue<Result>({ path, client }: PasswordRequest, work: () => Promise<Result>) {
    return inInnerSpan('password.hash', {}, () =>
      path === RESET ? queue.runWithoutLimit(work) : queue.run(client, work),
    )
  }

  /**
   * Hashes a password for a login to an account that does not exist. The caller and the count of
   * failures see the same as for a wrong password.
   */
  async function hashForUnknownAccount(
    request: PasswordRequest,
    password: string,
  ): Promise<string> {
    let hash = ''
    await tries.count(request, async () => {
      hash = await enqueue(request, async () => {
        const made = await hashPassword(password)
        await workAsForAny(made, password)
        return made
      })
      return false
    })
    return hash
  }

  return {
    hash: async (password) => {
      const request = readPasswordRequest()
      if (request.path === LOGIN) return hashForUnknownAccount(request, password)
      // The library hashes the new password before it compares the current one.
      if (request.user !== undefined) await tries.refuseBlocked(request)
      return enqueue(request, () => hashPassword(password))
    },
    verify: ({ hash, password }) => {
      const request = readPasswordRequest()
      return tries.count(request, () => enqueue(request, () => compare(request, hash, password)))
    },
    forgive: (email) => tries.forgive(email),
    get waiting() {
      return queue.waiting
    },
  }
}

function tooBusy(): AppError {
  return new AppError(
    'unavailable',
    'Too many people are logging in right now. Please try again in a few seconds.',
  )
}
