import { expect, test } from 'vitest'
import { disputeSchema } from './dispute-records.ts'

const BASE = { id: 'PP-D-1', createdAt: 1, updatedAt: 1, amountCents: 500, currency: 'USD' }
const TRANSACTION = {
  captureId: 'CAPTURE1',
  grossCents: 500,
  heldCents: 500,
  paidCents: 0,
  refundedCents: 0,
}

test.each([
  ['of today', { transactions: [TRANSACTION] }],
  ['with the earlier name of its transactions', { shares: [TRANSACTION] }],
  ['over one whole capture', { captureId: 'CAPTURE1' }],
])('a dispute %s is read from the file', (_, fields) => {
  const { transactions } = disputeSchema.parse({ ...BASE, ...fields, outcome: null })
  expect(transactions).toEqual([TRANSACTION])
})
