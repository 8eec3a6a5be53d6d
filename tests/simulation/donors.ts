import type { ProviderName } from '#contract/checkout-states.ts'
import { AppError } from '#contract/app-error.ts'
import { findOwn } from '#server/features/checkouts/store.ts'
import { toCaptureResult } from '#server/features/checkouts/views.ts'
import type { StartedPayment } from '#server/payments/provider.ts'
import type { Bank } from './bank.ts'
import { API_BASES, type ProviderWorld } from './providers.ts'
import { ConnectionLost, LIMITS, type Product, type Server } from './server.ts'
import type { World } from './world.ts'

/** A donor was told so; it must not turn out otherwise. */
export interface PaidAnswer {
  ref: string
  provider: ProviderName
}

export interface DonorWorld {
  world: World
  server: Server
  providers: ProviderWorld
  bank: Bank
  /** Every 'paid' that any donor was ever told. */
  paidAnswers: PaidAnswer[]
}

const CARDS = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  'disputed later': '4000000000000259',
  'pays later': '4000000000000077',
}

const MINUTE_MS = 60_000

/** Somebody with a browser, who does what people do. */
export class Donor {
  readonly #deps: DonorWorld
  readonly #name: string

  constructor(deps: DonorWorld, name: string) {
    this.#deps = deps
    this.#name = name
  }

  /** One donation from the click to the end, whatever the end is. */
  async donate(): Promise<void> {
    const { chance } = this.#deps.world
    const provider = chance.pick(['stripe', 'paypal'])
    const amountCents = chance.pick([100, 500, 500, 1_234, chance.between(100, LIMITS.maxCents)])
    await this.#moment(`gives ${amountCents} cents by ${provider}`)
    const started = await this.#begin(provider, amountCents)
    if (started === undefined) return
    this.#deps.world.trace.count('checkouts', provider)
    if (provider === 'stripe') await this.#payByCard(started)
    else await this.#payByWallet(started)
  }

  async #begin(provider: ProviderName, amountCents: number): Promise<StartedPayment | undefined> {
    const intent = {
      userId: this.#name,
      provider,
      amountCents,
      disclaimer: undefined,
      returnUrl: 'http://royale.test',
    }
    const started = await this.#ask('begin', ({ checkouts }) => checkouts.begin(intent))
    if (started !== undefined || this.#deps.world.chance.hits(0.5)) return started
    await this.#moment('clicks once more')
    return this.#ask('begin', ({ checkouts }) => checkouts.begin(intent))
  }

  async #payByCard({ ref, url }: StartedPayment): Promise<void> {
    const { world } = this.#deps
    const plan = world.chance.pick([
      'pays',
      'pays',
      'pays',
      'is declined, then pays',
      'pays later',
      'disputed later',
      'turns back',
      'turns back, then pays in another tab',
      'turns back while another tab pays',
      'leaves',
      'falls asleep',
    ])
    await this.#moment(`${plan} at Stripe`)
    world.trace.count('plans', `card: ${plan}`)
    if (plan === 'leaves') return
    if (plan === 'falls asleep') await world.pass(world.chance.between(50, 70) * MINUTE_MS)
    const turning = plan.startsWith('turns back') ? this.#turnBack(ref) : undefined
    if (plan !== 'turns back while another tab pays') await turning
    if (plan === 'turns back') return
    if (plan === 'is declined, then pays') await this.#enterCard(url, CARDS.declined)
    const card = plan === 'pays later' || plan === 'disputed later' ? plan : 'pays'
    await this.#enterCard(url, CARDS[card])
    if (plan === 'pays later' && world.chance.hits(0.5)) {
      await this.#deps.bank.decide({ ref, provider: 'stripe' })
    }
    await turning
    await this.#return({ ref, provider: 'stripe' })
  }

  async #payByWallet({ ref }: StartedPayment): Promise<void> {
    const { world } = this.#deps
    const plan = world.chance.pick([
      'approves',
      'approves',
      'approves',
      'is declined, then approves',
      'is declined and leaves',
      'pays by bank',
      'cancels',
      'cancels, then approves after all',
      'approves, and turns back meanwhile',
      'approves, and the tab crashes',
      'leaves',
    ])
    await this.#moment(`${plan} at PayPal`)
    world.trace.count('plans', `wallet: ${plan}`)
    if (plan === 'leaves') return
    if (plan.startsWith('cancels')) await this.#turnBack(ref)
    if (plan === 'cancels') return
    if (plan.startsWith('is declined')) {
      await this.#approve(ref, 'DECLINE')
      await this.#capture(ref)
      if (plan === 'is declined and leaves') return
    }
    await this.#approve(ref, plan === 'pays by bank' ? 'PENDING' : 'Lovelace')
    if (plan === 'approves, and the tab crashes') return
    await Promise.all([
      this.#capture(ref),
      world.chance.hits(0.2) && this.#capture(ref),
      plan === 'approves, and turns back meanwhile' && this.#turnBack(ref),
    ])
    if (plan === 'pays by bank') await this.#deps.bank.decide({ ref, provider: 'paypal' })
    if (world.chance.hits(0.5)) await this.#return({ ref, provider: 'paypal' })
  }

  async #enterCard(url: string | null, number: string): Promise<void> {
    await this.#moment(`enters the card ${number}`)
    const form = { email: 'ada@example.com', name: `${this.#name} Lovelace`, number, action: 'pay' }
    const status = await this.#deps.providers.submit(url ?? '', form)
    this.#deps.world.trace.note(`  Stripe's page answers ${status}`)
  }

  async #approve(ref: string, surname: string): Promise<void> {
    await this.#moment(`approves as ${surname}`)
    const form = { given_name: this.#name, surname, action: 'pay' }
    await this.#deps.providers.submit(`${API_BASES.paypal}/approve?token=${ref}`, form)
  }

  /** As the page does after `onApprove`: again while it is not known what has happened. */
  async #capture(ref: string): Promise<void> {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const result = await this.#ask('capture', async (product) => {
        const checkout = await requireOwn(product, this.#name, ref)
        return toCaptureResult(await product.checkouts.settle(checkout, 'approval'), product)
      })
      if (result?.status === 'COMPLETED') this.#deps.paidAnswers.push({ ref, provider: 'paypal' })
      if (result !== undefined) return
      await this.#moment('tries again')
    }
  }

  async #turnBack(ref: string): Promise<void> {
    await this.#moment('turns back')
    await this.#ask('cancel', async (product) =>
      product.checkouts.cancel(await requireOwn(product, this.#name, ref)),
    )
  }

  /** Comes back to the page, or does not; perhaps in two tabs, perhaps again later. */
  async #return(paid: PaidAnswer): Promise<void> {
    const { chance } = this.#deps.world
    if (chance.hits(0.3)) return
    const tabs = chance.hits(0.2) ? 2 : 1
    await Promise.all(Array.from({ length: tabs }, () => this.#look(paid)))
    if (!chance.hits(0.3)) return
    await this.#deps.world.pass(chance.between(1, 30) * 1_000)
    await this.#look(paid)
  }

  async #look(paid: PaidAnswer): Promise<void> {
    await this.#moment('looks at the page')
    const view = await this.#ask('look', async (product) => {
      const known = await requireOwn(product, this.#name, paid.ref)
      return (await product.checkouts.settle(known, 'look')).checkout
    })
    if (view?.state === 'paid') this.#deps.paidAnswers.push(paid)
  }

  /** What the server says; undefined where it says what went wrong, or nothing at all. */
  async #ask<Answer>(
    what: string,
    work: (product: Product) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    try {
      return await this.#deps.server.request(`${this.#name}'s ${what}`, work)
    } catch (error) {
      if (!isExpected(error)) throw error
      this.#deps.world.trace.note(`  ${this.#name} is told: ${error.message}`)
      return undefined
    }
  }

  #moment(what: string): Promise<void> {
    return this.#deps.world.moment(`${this.#name} ${what}`)
  }
}

/** Writes fail as the weather has it; whatever else is thrown is a bug. */
function isExpected(error: unknown): error is Error {
  if (error instanceof AppError || error instanceof ConnectionLost) return true
  return error instanceof Error && error.message.startsWith('The write "')
}

async function requireOwn({ database }: Product, userId: string, ref: string) {
  const checkout = await findOwn(database.reader, userId, ref)
  if (checkout === undefined) throw new Error(`${ref} was acknowledged and is gone.`)
  return checkout
}
