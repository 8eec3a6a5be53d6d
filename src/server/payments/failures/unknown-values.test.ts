import { expect, test } from 'vitest'
import { createUnknownValueLog } from './unknown-values.ts'

test('a word that is new is logged once, however often it comes', () => {
  const lines: unknown[] = []
  const logger = { warn: (...line: unknown[]) => void lines.push(line) }
  const note = createUnknownValueLog('Stripe', logger)
  note('refund status', 'lent')
  note('refund status', 'lent')
  note('dispute status', 'lent')
  expect(lines).toEqual([
    [{ field: 'refund status', value: 'lent' }, 'Stripe says something new'],
    [{ field: 'dispute status', value: 'lent' }, 'Stripe says something new'],
  ])
})
