import { describe, expect, test } from 'vitest'
import type { HealthState } from '#contract/host/health.ts'
import type { BackupState } from '#server/features/backups/backups.ts'
import { readHealth, type HealthDeps } from './health.ts'

const NOW = Date.UTC(2026, 10, 22, 12)
const MINUTE_MS = 60_000

type Report = ReturnType<HealthDeps['providerHealth']['reports']>[number]
type Arrivals = Awaited<ReturnType<HealthDeps['inbox']['findArrivals']>>

interface World {
  report: Report
  received: Awaited<ReturnType<HealthDeps['inbox']['findReceived']>>
  unhandled: { waiting: number; parked: number }
  arrivals: Arrivals
  failingMails: number
  lastSentAt: number | null
  reconciledAt: number | null
  unread: HealthDeps['reconciler']['unread']
  freeShare: number | undefined
  dialect: HealthDeps['dialect']
  backup: BackupState
  isConnected: boolean | undefined
  payments: HealthDeps['publicConfig']['payments']
}

const PROBE = {
  what: 'read Events',
  isOptional: false,
  sentence: 'Stripe: the key may read Events.',
}

/** The probes of a provider that went away after a sign-in that still holds. */
const SIGNED_IN_BEFORE: Report['probes'] = [
  { ...PROBE, what: 'sign in', state: 'ok' },
  { ...PROBE, state: 'unavailable' },
]

const HEALTHY: World = {
  report: {
    provider: 'stripe',
    probes: [{ ...PROBE, state: 'ok' }],
    clockOffsetMs: 200,
    problems: [],
  },
  received: [{ provider: 'stripe', lastAt: NOW - MINUTE_MS, count: 3, isMore: false }],
  unhandled: { waiting: 0, parked: 0 },
  arrivals: { oldestWaitingAt: null },
  failingMails: 0,
  lastSentAt: NOW - MINUTE_MS,
  reconciledAt: NOW - MINUTE_MS,
  unread: [],
  freeShare: 0.5,
  dialect: 'sqlite',
  backup: { isScheduled: true, lastAt: NOW - 6e7, isDue: false, problem: undefined },
  isConnected: true,
  payments: 'test',
}

async function check(id: string, changes: Partial<World> = {}) {
  const world = { ...HEALTHY, ...changes }
  const { checks } = await readHealth({
    providerHealth: { reports: () => [world.report] },
    inbox: {
      countUnhandled: async () => world.unhandled,
      findArrivals: async () => world.arrivals,
      findReceived: async () => world.received,
    },
    mails: {
      countFailing: async () => world.failingMails,
      findLastSentAt: async () => world.lastSentAt,
    },
    reconciler: { reconciledAt: world.reconciledAt, unread: world.unread },
    backups: { state: () => world.backup },
    bus: { isConnected: world.isConnected },
    dialect: world.dialect,
    publicConfig: { payments: world.payments },
    readDisk: async () => {
      if (world.freeShare === undefined) throw new Error('not readable')
      return { freeBytes: world.freeShare * 80e9, totalBytes: 80e9 }
    },
    clock: () => NOW,
  })
  return checks.find((one) => one.id === id)
}

const withReport = (changes: Partial<Report>): Partial<World> => ({
  report: { ...HEALTHY.report, ...changes },
})

test.each([
  ['keys-stripe', 'The keys may do all that is needed.'],
  ['webhooks-stripe', '3 webhooks in the last 24 hours.'],
  ['inbox', 'All are handled.'],
  ['reconciling', 'The last check has finished.'],
  ['mail', 'The last receipt was mailed.'],
  ['disk', '40.0 of 80.0 GB are free.'],
  ['backup', 'The last backup was made and checked.'],
  ['redis', 'The nodes reach each other through it.'],
  ['clock-stripe', "0.2 s from Stripe's clock."],
])('%s is ok in a healthy world', async (id, sentence) => {
  expect(await check(id)).toMatchObject({ state: 'ok', sentence })
})

test('a clock without a difference is said to be the same', async () => {
  const { sentence } = (await check('clock-stripe', withReport({ clockOffsetMs: -40 }))) ?? {}
  expect(sentence).toBe("Right, by Stripe's.")
})

test('the keys of the sandbox are not said to be those of the host', async () => {
  expect(await check('keys-stripe', { payments: 'sandbox' })).toMatchObject({
    state: 'ok',
    sentence: 'Keys of the sandbox; yours are not set.',
  })
})

describe('nothing is ok where the answer is no, or not known', () => {
  test.each<[string, HealthState, Partial<World>]>([
    ['keys-stripe', 'unknown', withReport({ probes: [] })],
    ['keys-stripe', 'warning', withReport({ probes: [{ ...PROBE, state: 'unavailable' }] })],
    [
      'keys-stripe',
      'failing',
      withReport({ problems: [{ kind: 'key_denied', sentence: 'Stripe does not take the key.' }] }),
    ],
    ['webhooks-stripe', 'unknown', { received: [] }],
    [
      'webhooks-stripe',
      'unknown',
      { received: [{ provider: 'stripe', lastAt: NOW - 2e8, count: 0, isMore: false }] },
    ],
    ['inbox', 'warning', { unhandled: { waiting: 0, parked: 1 } }],
    [
      'inbox',
      'failing',
      {
        unhandled: { waiting: 4, parked: 1 },
        arrivals: { oldestWaitingAt: NOW - 11 * MINUTE_MS },
      },
    ],
    ['reconciling', 'unknown', { reconciledAt: null }],
    ['reconciling', 'failing', { reconciledAt: NOW - 11 * MINUTE_MS }],
    ['reconciling', 'unknown', { unread: ['stripe'] }],
    ['reconciling', 'unknown', withReport({ probes: SIGNED_IN_BEFORE })],
    ['mail', 'unknown', { lastSentAt: null }],
    ['mail', 'failing', { failingMails: 2 }],
    ['disk', 'failing', { freeShare: 0.09 }],
    ['disk', 'unknown', { freeShare: undefined }],
    ['clock-stripe', 'unknown', withReport({ probes: [{ ...PROBE, state: 'unavailable' }] })],
    ['clock-stripe', 'unknown', withReport({ probes: SIGNED_IN_BEFORE })],
    [
      'clock-stripe',
      'failing',
      withReport({
        problems: [{ kind: 'clock_offset', sentence: "The server's clock is wrong." }],
      }),
    ],
    [
      'backup',
      'unknown',
      { backup: { isScheduled: false, lastAt: null, isDue: false, problem: undefined } },
    ],
    [
      'backup',
      'unknown',
      { backup: { isScheduled: true, lastAt: null, isDue: false, problem: undefined } },
    ],
    ['redis', 'failing', { isConnected: false }],
    [
      'backup',
      'warning',
      { backup: { isScheduled: false, lastAt: NOW - 7e8, isDue: false, problem: undefined } },
    ],
    [
      'backup',
      'failing',
      { backup: { isScheduled: true, lastAt: NOW, isDue: false, problem: 'It failed.' } },
    ],
  ])('%s is %s', async (id, state, changes) => {
    const found = await check(id, changes)
    expect(found?.state).toBe(state)
    expect(found?.sentence).toMatch(/^[A-Z0-9].*\.$/)
  })

  test('without Redis there is nothing to say of it', async () => {
    expect(await check('redis', { isConnected: undefined })).toBeUndefined()
  })

  test('with PostgreSQL one node of several makes the backups', async () => {
    const backup = { isScheduled: false, lastAt: null, isDue: false, problem: undefined }
    const found = await check('backup', { dialect: 'postgres', backup })
    expect(found?.sentence).toContain('BACKUP_DIR on one node')
  })
})
