import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import { PROVIDERS } from '#contract/checkout-states.ts'
import type { Concern, Resolution, ResolveRequest } from '#contract/concerns.ts'
import { KeyedMutex } from '#server/infra/keyed-mutex.ts'
import type { AuditActor } from '#server/features/audit/audit.ts'
import type { Checkouts } from '#server/features/checkouts/checkouts.ts'
import type { Concerns } from './concerns.ts'

export interface ResolverDeps {
  concerns: Pick<Concerns, 'find' | 'end'>
  checkouts: Pick<Checkouts, 'acceptReview' | 'refundReview' | 'refundDuplicate'>
  inbox: { resumeParked(id: number): Promise<void> }
}

/** Carries out what a host has decided about a concern. */
export class Resolver {
  readonly #deps: ResolverDeps
  readonly #mutex = new KeyedMutex()

  constructor(deps: ResolverDeps) {
    this.#deps = deps
  }

  /**
   * Carries out a resolution, then ends the concern; returns it as it is afterwards. Fails with
   * `not-found`, and with `failed-precondition` if it has ended, does not offer this resolution or
   * the resolution is refused.
   */
  async resolve(
    id: string,
    { resolution, reason }: ResolveRequest,
    actor: AuditActor,
  ): Promise<Concern> {
    return this.#mutex.run(id, async () => {
      const concern = await this.#require(id)
      requireOffered(concern, resolution)
      await this.#act(concern, resolution)
      await this.#deps.concerns.end(id, { resolution, actor, reason })
      return this.#require(id)
    })
  }

  async #require(id: string): Promise<Concern> {
    const concern = await this.#deps.concerns.find(id)
    if (concern === undefined) {
      throw new AppError('not-found', 'There is nothing to decide under this id.')
    }
    return concern
  }

  async #act(concern: Concern, resolution: Resolution): Promise<void> {
    const { checkouts, inbox } = this.#deps
    switch (resolution) {
      case 'accept':
        return checkouts.acceptReview(concern.subject)
      case 'refund':
        return concern.kind === 'payment_duplicate'
          ? checkouts.refundDuplicate(namePayment(concern), nameRefund(concern))
          : checkouts.refundReview(concern.subject, nameRefund(concern))
      case 'retry':
        return inbox.resumeParked(Number(concern.details['id']))
      case 'dismiss':
    }
  }
}

function requireOffered({ endedAt, resolutions }: Concern, resolution: Resolution): void {
  if (endedAt !== null) throw new AppError('failed-precondition', 'This was settled already.')
  if (resolutions.includes(resolution)) return
  throw new AppError(
    'failed-precondition',
    `This cannot be settled by "${resolution}", but by: ${resolutions.join(', ')}.`,
  )
}

const paymentSchema = z
  .object({ provider: z.enum(PROVIDERS), details: z.object({ paymentRef: z.string() }) })
  .transform(({ provider, details }) => ({ provider, ref: details.paymentRef }))

function namePayment(concern: Concern) {
  return paymentSchema.parse(concern)
}

/** Returns an idempotency key, so that asking for the refund again gives nothing back twice. */
function nameRefund({ id, openedAt }: Concern): string {
  return `refund-${createHash('sha256').update(`${id} ${openedAt}`).digest('hex').slice(0, 32)}`
}
