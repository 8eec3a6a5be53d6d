import type {
  ChargeRecord,
  DisputeRecord,
  IntentRecord,
  RefundRecord,
  SessionRecord,
  Visibility,
} from './records.ts'

/** The fields that every new object has; `created` in Unix seconds. */
interface BaseFields {
  id: string
  created: number
}

/** The base fields of an object that lists may show later. */
type DelayedBaseFields = BaseFields & Visibility

export type SessionDraft = Omit<
  SessionRecord,
  'id' | 'created' | 'status' | 'paymentStatus' | 'intentId' | 'email' | 'name'
>

export function newSession(base: BaseFields, draft: SessionDraft): SessionRecord {
  return {
    ...draft,
    ...base,
    status: 'open',
    paymentStatus: 'unpaid',
    intentId: null,
    email: null,
    name: null,
  }
}

export function newIntent(base: BaseFields, session: SessionRecord): IntentRecord {
  return {
    ...base,
    amount: session.amount,
    currency: session.currency,
    metadata: session.intentMetadata,
    sessionId: session.id,
    status: 'processing',
    chargeId: null,
    failureCode: null,
    debitedAt: null,
  }
}

export function newCharge(
  base: BaseFields,
  { id: intentId, amount, currency, metadata, debitedAt }: IntentRecord,
  {
    email,
    name,
    last4,
    failureCode = null,
  }: Pick<ChargeRecord, 'email' | 'name' | 'last4'> & Partial<Pick<ChargeRecord, 'failureCode'>>,
): ChargeRecord {
  return {
    ...base,
    // A charge is as old as the attempt, however long the bank takes.
    created: debitedAt ?? base.created,
    method: debitedAt === null ? 'card' : 'us_bank_account',
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
  base: DelayedBaseFields,
  { id: chargeId, currency, intentId }: ChargeRecord,
  { amount, metadata, status }: Pick<RefundRecord, 'amount' | 'metadata' | 'status'>,
): RefundRecord {
  return { ...base, amount, currency, chargeId, intentId, status, metadata }
}

export function newDispute(
  base: DelayedBaseFields,
  { id: chargeId, currency, intentId }: ChargeRecord,
  { amount, status }: Pick<DisputeRecord, 'amount' | 'status'>,
): DisputeRecord {
  return { ...base, amount, currency, chargeId, intentId, status, funds: [] }
}
