import type {
  ChargeRecord,
  DisputeRecord,
  IntentRecord,
  RefundRecord,
  SessionRecord,
  Visibility,
} from './records.ts'

/** What every new object has of its own; `created` in Unix seconds. */
interface Birth {
  id: string
  created: number
}

/** What becomes of a payment, and may be seen a while later. */
type LateBirth = Birth & Visibility

export type SessionDraft = Omit<
  SessionRecord,
  'id' | 'created' | 'status' | 'paymentStatus' | 'intentId' | 'email' | 'name'
>

export function newSession(birth: Birth, draft: SessionDraft): SessionRecord {
  return {
    ...draft,
    ...birth,
    status: 'open',
    paymentStatus: 'unpaid',
    intentId: null,
    email: null,
    name: null,
  }
}

export function newIntent(birth: Birth, session: SessionRecord): IntentRecord {
  return {
    ...birth,
    amount: session.amount,
    currency: session.currency,
    metadata: session.intentMetadata,
    sessionId: session.id,
    status: 'processing',
    chargeId: null,
    failureCode: null,
  }
}

export function newCharge(
  birth: Birth,
  { id: intentId, amount, currency, metadata }: IntentRecord,
  {
    email,
    name,
    last4,
    failureCode = null,
  }: Pick<ChargeRecord, 'email' | 'name' | 'last4'> & Partial<Pick<ChargeRecord, 'failureCode'>>,
): ChargeRecord {
  return {
    ...birth,
    amount,
    currency,
    metadata,
    intentId,
    refunded: 0,
    disputed: false,
    email,
    name,
    last4,
    failureCode,
  }
}

export function newRefund(
  birth: LateBirth,
  { id: chargeId, currency, intentId }: ChargeRecord,
  { amount, metadata, status }: Pick<RefundRecord, 'amount' | 'metadata' | 'status'>,
): RefundRecord {
  return { ...birth, amount, currency, chargeId, intentId, status, metadata }
}

export function newDispute(
  birth: LateBirth,
  { id: chargeId, currency, intentId }: ChargeRecord,
  { amount, status }: Pick<DisputeRecord, 'amount' | 'status'>,
): DisputeRecord {
  return { ...birth, amount, currency, chargeId, intentId, status, funds: [] }
}
