import type { MarkedPage } from '#server/payments/reading/marked-payments.ts'
import type { Payment, PaymentProvider } from '#server/payments/provider.ts'

const IN_FULL = { currency: 'USD', refundedCents: 0, capturedAt: null }

async function* listNothing(): AsyncGenerator<MarkedPage> {}

const STATEMENT: PaymentProvider['statement'] = {
  label: 'Stripe',
  lateByMs: 0,
  mayOmitHolds: false,
  denial: '',
  read: async function* read() {},
}

/** Methods that nothing calls while something is measured. */
const UNUSED = {
  probe: async () => [],
  findHistory: async () => ({ movements: [], objectIds: [], unread: [], missing: [], doubts: [] }),
  refund: async () => null,
  findOwner: async () => undefined,
  cancel: async () => {},
  listEvents: async () => ({ items: [], unreadable: [] }),
  listChanges: async () => ({ items: [], unreadable: [] }),
  adopt: () => {},
  listMarked: listNothing,
  verifyEvent: async () => {
    throw new Error('No events are sent here.')
  },
} satisfies Partial<PaymentProvider>

/**
 * Creates a provider that responds from memory, so that only our own work is measured: every
 * payment that was announced to it is paid.
 */
export function createMemoryProvider(): PaymentProvider & {
  announce(ref: string, checkoutId: string, amountCents: number): void
} {
  const paid = new Map<string, Payment>()
  const find = async (ref: string): Promise<Payment> => {
    const payment = paid.get(ref)
    if (payment === undefined) throw new Error(`Nobody announced ${ref}.`)
    return payment
  }
  return {
    name: 'stripe',
    livemode: false,
    account: null,
    clock: { now: Date.now, offsetMs: 0 },
    statement: STATEMENT,
    ...UNUSED,
    onDenied: () => {},
    announce: (ref, checkoutId, amountCents) => {
      paid.set(ref, {
        status: 'paid',
        capture: { id: `ch_${ref}`, amountCents, ...IN_FULL },
        hasMoved: false,
        ref,
        checkoutId,
        amountCents,
        currency: 'USD',
        livemode: false,
        payerName: 'Ada',
        donationId: null,
        accountId: null,
      })
    },
    start: async ({ checkoutId }) => ({ ref: checkoutId, url: null }),
    find,
    capture: find,
  }
}
