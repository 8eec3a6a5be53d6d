import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { installErrorAnswers } from '../errors.ts'
import { createMeters } from './meters.ts'
import { installMetrics } from './metrics.ts'

const TOKEN = 'canary_of_the_operator_0123456789abcdef'

const meters = createMeters()

const measured = {
  viewers: () => 3,
  consoles: () => 2,
  total: () => ({ count: 2, amountCents: 1_234 }),
  cardTesting: async () => ({ isAlarmOn: true, recentDeclines: 31 }),
  declines: () => 44,
  providers: () => [
    {
      probes: [
        { state: 'denied', isOptional: false },
        { state: 'denied', isOptional: true },
        { state: 'ok', isOptional: false },
      ],
      clockOffsetMs: -90_000,
    },
  ],
  statements: async () => [
    { provider: 'stripe', driftCents: 50, ageSeconds: 90_000 },
    { provider: 'paypal', driftCents: 0, ageSeconds: null },
  ],
  events: async () => ({ waiting: 5, parked: 1 }),
  concerns: async () => [{ kind: 'event_parked', count: 6 }],
  drift: async () => [{ provider: 'stripe', ledgerCents: -250 }],
  inboxAge: async () => 12,
  outboxAge: async () => 34,
  reconcilerAge: () => 56,
  backup: () => ({ ageSeconds: 90, isFailing: true }),
  failingMails: async () => 7,
  waitingPasswords: () => 8,
  disk: async () => ({ freeBytes: 1_000, totalBytes: 4_000 }),
  build: { version: '1.2.3', payments: 'live' },
}

async function statusOf(
  headers: Record<string, string>,
  { trustProxy = false, remoteAddress = '127.0.0.1' } = {},
): Promise<number> {
  const app = Fastify({ trustProxy })
  installErrorAnswers(app)
  installMetrics(app, { operatorToken: TOKEN, measured, meters })
  return (await app.inject({ url: '/metrics', headers, remoteAddress })).statusCode
}

test('this machine sees the figures as they are now', async () => {
  const app = Fastify()
  installMetrics(app, { operatorToken: TOKEN, measured, meters })
  const { body } = await app.inject('/metrics')
  expect(body).toContain('royale_live_viewers 3')
  expect(body).toContain('royale_host_consoles 2')
  expect(body).toContain('royale_donations_cents 1234')
  expect(body).toContain('royale_webhook_events_waiting 5')
  expect(body).toContain('royale_webhook_events_parked 1')
  expect(body).toContain('royale_card_testing_alarm 1')
  expect(body).toContain('royale_checkout_declines_recent 31')
  expect(body).toContain('royale_checkout_declines_total 44')
  expect(body).toContain('royale_concerns_open{kind="event_parked"} 6')
  expect(body).toContain('royale_provider_permissions_denied 1')
  expect(body).toContain('royale_clock_offset_seconds 90')
  expect(body).toContain('royale_statement_drift_cents{provider="stripe"} 50')
  expect(body).toContain('royale_statement_age_seconds{provider="stripe"} 90000')
  expect(body).not.toContain('royale_statement_age_seconds{provider="paypal"}')
  expect(body).toContain('royale_ledger_drift_cents{provider="stripe"} -250')
  expect(body).toContain('royale_inbox_age_seconds 12')
  expect(body).toContain('royale_outbox_age_seconds 34')
  expect(body).toContain('royale_reconciler_age_seconds 56')
  expect(body).toContain('royale_backup_age_seconds 90')
  expect(body).toContain('royale_backup_failing 1')
  expect(body).toContain('royale_mails_failing 7')
  expect(body).toContain('royale_passwords_waiting 8')
  expect(body).toContain('royale_disk_free_bytes 1000')
  expect(body).toContain('royale_disk_total_bytes 4000')
  expect(body).toMatch(/royale_build_info\{version="1.2.3",payments="live",node="v\d+\.[\d.]+"\} 1/)
  expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
  expect(body).toMatch(/^process_resident_memory_bytes [1-9]/m)
})

test('what has no figure is not told as 0, and hides nothing else', async () => {
  const app = Fastify()
  const none = {
    ...measured,
    inboxAge: async () => null,
    backup: () => ({ ageSeconds: null, isFailing: false }),
    disk: () => Promise.reject(new Error('no disk')),
  }
  installMetrics(app, { operatorToken: TOKEN, measured: none, meters })
  const { body } = await app.inject('/metrics')
  expect(body).not.toMatch(/^royale_(inbox|backup)_age_seconds /m)
  expect(body).not.toMatch(/^royale_disk_\w+ /m)
  expect(body).toContain('royale_outbox_age_seconds 34')
})

test('calls to providers and arrivals of donations are counted as they happen', async () => {
  const app = Fastify()
  const own = createMeters()
  installMetrics(app, { operatorToken: TOKEN, measured, meters: own })
  own.countCall({ provider: 'stripe', failure: null, seconds: 0.2 })
  own.countCall({ provider: 'stripe', failure: 'unavailable', seconds: 5 })
  own.countArrival(0.7)
  own.countArrival(-3)
  // Imported long after it was paid.
  own.countArrival(86_401)
  const { body } = await app.inject('/metrics')
  expect(body).toContain('royale_provider_call_seconds_count{provider="stripe"} 2')
  expect(body).toContain('royale_provider_errors_total{provider="stripe",kind="unavailable"} 1')
  expect(body).toContain('royale_donation_seconds_bucket{le="0.25"} 1')
  expect(body).toContain('royale_donation_seconds_bucket{le="1"} 2')
  expect(body).toContain('royale_donation_seconds_count 2')
})

test("who shows the operator's token sees them from anywhere", async () => {
  const headers = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.9' }
  expect(await statusOf(headers, { remoteAddress: '203.0.113.9' })).toBe(200)
})

describe('to everybody else the figures are not there', () => {
  test.each([{}, { authorization: 'Bearer ' }, { authorization: `Bearer ${TOKEN}x` }])(
    'from elsewhere with %o',
    async (headers) => {
      expect(await statusOf(headers, { remoteAddress: '203.0.113.9' })).toBe(404)
    },
  )

  test.each([
    { host: 'royale.example' },
    { host: 'rebound.evil.example:3000' },
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-real-ip': '203.0.113.9' },
  ])('through a proxy or another name on this machine: %o', async (headers) => {
    expect(await statusOf(headers)).toBe(404)
    expect(await statusOf(headers, { trustProxy: true })).toBe(404)
  })
})
