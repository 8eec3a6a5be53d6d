import type { ProviderName } from '#contract/checkout-states.ts'
import { formatAmount } from '#contract/money.ts'
import {
  findDonationsById,
  findEntriesOf,
  type Donation,
  type PaymentEntry,
} from '#server/features/ledger/ledger.ts'
import type { Reader } from '#server/infra/database/database.ts'
import { netOf } from '#server/payments/reading/money-effects.ts'
import type { TakenPayment } from './stand-ins.ts'

/** A payment of a drill. */
export interface DrillPayment {
  provider: ProviderName
  /** The session or order. */
  ref: string
  checkoutId: string
  donationId: string
  amountCents: number
  /** The cents that should be left of it now, after refunds and disputes of the drill. */
  leftCents: number
}

export interface Comparison {
  /** The cents that the providers have left of the payments. */
  providerCents: number
  /** The cents that the ledger has left of them. */
  ledgerCents: number
  /** A sentence for each kind of difference; empty if providers, ledger and board agree. */
  differences: string[]
}

/** A payment with what each side has of it. */
interface Sides {
  payment: DrillPayment
  taken: TakenPayment | undefined
  providerCents: number
  captures: number
  ledgerCents: number
  donation: Donation | undefined
}

/** Compares the payments one by one: what should be left, the providers, the ledger, the board. */
export async function comparePayments(
  reader: Reader,
  payments: readonly DrillPayment[],
  taken: readonly TakenPayment[],
): Promise<Comparison> {
  const entries = Map.groupBy(
    await findEntriesOf(
      reader,
      payments.map(({ checkoutId }) => checkoutId),
    ),
    ({ checkoutId }) => checkoutId,
  )
  const donations = await findDonationsById(
    reader,
    payments.map(({ donationId }) => donationId),
  )
  const donationOf = new Map(donations.map((donation) => [donation.id, donation]))
  const takenOf = new Map(taken.map((one) => [`${one.provider} ${one.ref}`, one]))
  const sides = payments.map((payment) =>
    toSides(payment, {
      taken: takenOf.get(`${payment.provider} ${payment.ref}`),
      entries: entries.get(payment.checkoutId) ?? [],
      donation: donationOf.get(payment.donationId),
    }),
  )
  return {
    providerCents: sum(sides, ({ providerCents }) => providerCents),
    ledgerCents: sum(sides, ({ ledgerCents }) => ledgerCents),
    differences: RULES.flatMap(({ isBroken, say }) => {
      const broken = sides.filter(isBroken)
      return broken.length === 0 ? [] : [say(broken)]
    }),
  }
}

function toSides(
  payment: DrillPayment,
  found: {
    taken: TakenPayment | undefined
    entries: PaymentEntry[]
    donation: Donation | undefined
  },
): Sides {
  const { taken, entries, donation } = found
  return {
    payment,
    taken,
    providerCents: taken ? taken.capturedCents - taken.refundedCents - taken.disputedCents : 0,
    captures: entries.filter(({ kind }) => kind === 'capture').length,
    ledgerCents: netOf(entries),
    donation,
  }
}

/** A rule that all payments keep, and the sentence about those that do not. */
interface Rule {
  isBroken: (sides: Sides) => boolean
  say: (broken: readonly Sides[]) => string
}

const RULES: readonly Rule[] = [
  {
    isBroken: ({ taken, payment }) => taken?.capturedCents !== payment.amountCents,
    say: (broken) => `The providers did not take ${count(broken)} as they were paid.`,
  },
  {
    isBroken: ({ taken, providerCents, payment }) =>
      taken?.capturedCents === payment.amountCents && providerCents !== payment.leftCents,
    say: (broken) => `The providers have other amounts left of ${count(broken)} than they should.`,
  },
  {
    isBroken: ({ captures }) => captures === 0,
    say: (broken) => `${count(broken)} ${isOrAre(broken)} missing in the ledger.`,
  },
  {
    isBroken: ({ captures }) => captures > 1,
    say: (broken) => `${count(broken)} ${isOrAre(broken)} in the ledger more than once.`,
  },
  {
    isBroken: ({ captures, ledgerCents, providerCents }) =>
      captures > 0 && ledgerCents !== providerCents,
    say: (broken) => `The ledger has other amounts left of ${count(broken)} than the providers.`,
  },
  {
    isBroken: ({ captures, donation, ledgerCents }) =>
      captures > 0 && (donation?.amount_cents !== ledgerCents || donation.removed_at !== null),
    say: (broken) => `The board does not have ${count(broken)} as the ledger does.`,
  },
]

function count(broken: readonly Sides[]): string {
  const cents = formatAmount(sum(broken, ({ payment }) => payment.amountCents))
  return broken.length === 1 ? `1 donation of ${cents}` : `${broken.length} donations of ${cents}`
}

function isOrAre({ length }: readonly Sides[]): string {
  return length === 1 ? 'is' : 'are'
}

function sum<Item>(items: readonly Item[], cents: (item: Item) => number): number {
  return items.reduce((total, item) => total + cents(item), 0)
}
