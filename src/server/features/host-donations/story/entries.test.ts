import { expect, test } from 'vitest'
import { HELD } from '#server/features/receipts/receipts.ts'
import { tellEvent, tellMail } from './entries.ts'

const EVENT = {
  event_id: 'evt_1',
  type: 'charge.refunded',
  received_at: 1,
  handled_at: 2,
  parked_at: null,
  outcome: 'paid',
}

test.each([
  ['nothing of a refund that is called paid', EVENT, null],
  ['why it is none of ours', { ...EVENT, outcome: 'foreign' }, 'foreign'],
  ['that it waits', { ...EVENT, handled_at: null, outcome: null }, 'Waits'],
  ['why it was put aside', { ...EVENT, parked_at: 2, outcome: 'No id.' }, 'Put aside: No id.'],
])('an event tells %s', (_what, event, detail) => {
  expect(tellEvent(event).detail).toBe(detail)
})

test('a mail that waits for a confirmed address says so once', () => {
  const mail = { kind: 'refund', amount_cents: 1, created_at: 1, finished_at: null } as const
  expect(tellMail({ ...mail, outcome: HELD })).toMatchObject({
    title: 'Mail about the refund waits',
    detail: 'for the email to be confirmed',
  })
})
