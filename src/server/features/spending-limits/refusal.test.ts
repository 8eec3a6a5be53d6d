import { expect, test } from 'vitest'
import { readToldTime } from '#contract/told-time.ts'
import { describeRefusal, toRefusalError } from './refusal.ts'
import { findRefusal, NO_POLICY, NO_RULES, type Allowance } from './rules.ts'

const DAY: Allowance = {
  span: 'day',
  limitCents: 5_000,
  isOwn: true,
  openCents: 0,
  openUntil: null,
  leftCents: 2_000,
  endsAt: Date.UTC(2026, 10, 27),
}

const tell = (changes: Partial<Allowance>, timeZone = 'UTC') =>
  describeRefusal({
    is: 'over-limit',
    amountCents: 2_500,
    allowance: { ...DAY, ...changes },
    timeZone,
  })

test('a limit a day leaves its rest until midnight', () => {
  expect(tell({})).toBe(
    'Your limit is $50.00 a day, and $20.00 of it are left until midnight (UTC).',
  )
})

test('one a week ends with its last day, in the time zone of the campaign', () => {
  const endsAt = Date.UTC(2026, 10, 29, 23)
  expect(tell({ span: 'week', leftCents: 0, endsAt }, 'Europe/Berlin')).toBe(
    'Your limit is $50.00 a week, and it is used up until the end of Nov 29 (Europe/Berlin).',
  )
})

test('a payment that holds the rest ends at an hour of its day', () => {
  const openUntil = Date.UTC(2026, 10, 26, 14, 5)
  expect(tell({ openCents: 3_000, openUntil })).toMatch(
    /^Your limit is \$50\.00 a day, and \$30\.00 of it wait to be paid until Nov 26, 2:05\sPM \(UTC\) at the latest\.$/,
  )
})

test.each([
  [3_000, 'it is used up until midnight (UTC).'],
  [400, '$6.00 of it wait to be paid.'],
])(
  'open payments hold no more than is left of a lowered limit: %d cents spent',
  (dayCents, rest) => {
    const own = { ...NO_RULES, day: { cents: 1_000, later: null } }
    const spent = { openCents: 2_000, openUntil: null, dayCents, weekCents: dayCents }
    const facts = { amountCents: 500, policy: NO_POLICY, spent, now: Date.UTC(2026, 10, 26, 12) }
    const refusal = findRefusal(own, facts)
    expect(refusal && describeRefusal(refusal)).toBe(`Your limit is $10.00 a day, and ${rest}`)
  },
)

test('a pause ends at an hour of its day', () => {
  const until = Date.UTC(2026, 10, 27, 14, 5)
  expect(describeRefusal({ is: 'paused', until, timeZone: 'UTC' })).toMatch(
    /^You have paused your donations until Nov 27, 2:05\sPM \(UTC\)\.$/,
  )
})

test.each<[string, Partial<Allowance>, number]>([
  ['a day', {}, DAY.endsAt],
  [
    'a week',
    { span: 'week', leftCents: 0, endsAt: Date.UTC(2026, 10, 29, 23) },
    Date.UTC(2026, 10, 29, 23),
  ],
  [
    'open payments',
    { openCents: 3_000, openUntil: Date.UTC(2026, 10, 26, 14, 5) },
    Date.UTC(2026, 10, 26, 14, 5),
  ],
])('the error has the instant that its sentence tells: the end of %s', (_name, changes, at) => {
  const allowance = { ...DAY, ...changes }
  const timeZone = 'Europe/Berlin'
  const error = toRefusalError({ is: 'over-limit', amountCents: 2_500, allowance, timeZone })
  const until = readToldTime(error.details)
  expect(until?.at).toBe(new Date(at).toISOString())
  expect(error.message).toContain(` until ${until?.words}`)
})

test('the error of a pause has its end', () => {
  const at = Date.UTC(2026, 10, 27, 14, 5)
  const error = toRefusalError({ is: 'paused', until: at, timeZone: 'UTC' })
  const until = readToldTime(error.details)
  expect(until?.at).toBe(new Date(at).toISOString())
  expect(error.message).toBe(`You have paused your donations until ${until?.words}.`)
})
