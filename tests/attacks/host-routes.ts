import { host, hostStepUp, type Probe } from './route-probes.ts'

/** The routes of hosts, each with the permissions that open it. */
export const HOST_ROUTES: Record<string, Probe> = {
  'GET /api/host/live': {
    ...host('settings', 'money', 'moderation', 'team'),
    // Those who are let in are told that an injected request cannot be streamed to.
    headers: { accept: 'application/json' },
  },
  'GET /api/host/team': host('team'),
  'POST /api/host/team/invitations': {
    ...hostStepUp('team'),
    body: { email: 'probe@member.example', role: 'moderator' },
  },
  'DELETE /api/host/team/invitations/:id': {
    ...hostStepUp('team'),
    url: '/api/host/team/invitations/none',
  },
  'PUT /api/host/team/:id': {
    ...hostStepUp('team'),
    url: '/api/host/team/none',
    body: { role: 'moderator' },
  },
  'DELETE /api/host/team/:id': { ...hostStepUp('team'), url: '/api/host/team/none' },
  'GET /api/host/audit': host('money'),
  'GET /api/host/exports/audit.csv': host('money'),
  'GET /api/host/exports/audit.json': host('money'),
  'DELETE /api/donations/test': hostStepUp('settings'),
  'POST /api/host/campaign/pictures': { ...host('settings'), body: {} },
  'GET /api/host/campaign': host('settings'),
  'PUT /api/host/campaign': { ...hostStepUp('settings'), body: { cause: 'A probe' } },
  'GET /api/host/rounds': host('settings'),
  'POST /api/host/rounds': {
    ...hostStepUp('settings'),
    body: { name: 'A probe', startsAt: '2026-01-01T00:00:00Z', endsAt: '2026-01-01T01:00:00Z' },
  },
  'PATCH /api/host/rounds/:id': {
    ...hostStepUp('settings'),
    url: '/api/host/rounds/none',
    body: { name: 'A probe' },
  },
  'POST /api/host/rounds/:id/end': {
    ...hostStepUp('settings'),
    url: '/api/host/rounds/none/end',
    body: {},
  },
  'POST /api/host/rounds/:id/cancel': {
    ...hostStepUp('settings'),
    url: '/api/host/rounds/none/cancel',
    body: {},
  },
  'GET /api/host/rounds/:id/results.csv': {
    ...host('money'),
    url: '/api/host/rounds/none/results.csv',
  },
  'GET /api/host/choices': host('settings'),
  'POST /api/host/choices': {
    ...hostStepUp('settings'),
    body: {
      question: 'A probe?',
      options: ['Yes', 'No'],
      opensAt: '2026-01-01T00:00:00Z',
      closesAt: '2026-01-01T01:00:00Z',
    },
  },
  'PATCH /api/host/choices/:id': {
    ...hostStepUp('settings'),
    url: '/api/host/choices/none',
    body: { question: 'A probe?' },
  },
  'POST /api/host/choices/:id/end': {
    ...hostStepUp('settings'),
    url: '/api/host/choices/none/end',
    body: {},
  },
  'POST /api/host/choices/:id/cancel': {
    ...hostStepUp('settings'),
    url: '/api/host/choices/none/cancel',
    body: {},
  },
  'POST /api/host/choices/:id/withdraw': {
    ...hostStepUp('settings'),
    url: '/api/host/choices/none/withdraw',
    body: {},
  },
  'GET /api/host/matches': host('settings', 'money'),
  'POST /api/host/matches': {
    ...hostStepUp('settings'),
    body: {
      sponsor: 'A probe',
      ratePercent: 100,
      capCents: 100,
      startsAt: '2026-01-01T00:00:00Z',
      endsAt: '2026-01-01T01:00:00Z',
    },
  },
  'PATCH /api/host/matches/:id': {
    ...hostStepUp('settings'),
    url: '/api/host/matches/none',
    body: { sponsor: 'A probe' },
  },
  'POST /api/host/matches/:id/stop': {
    ...hostStepUp('settings'),
    url: '/api/host/matches/none/stop',
    body: {},
  },
  'POST /api/host/matches/:id/cancel': {
    ...hostStepUp('settings'),
    url: '/api/host/matches/none/cancel',
    body: {},
  },
  'GET /api/host/teams': host('moderation'),
  'POST /api/host/teams': { ...hostStepUp('settings'), body: { name: 'A probe' } },
  'PATCH /api/host/teams/:id': {
    ...hostStepUp('moderation'),
    url: '/api/host/teams/00000000-0000-4000-8000-000000000000',
    body: { open: false },
  },
  'GET /api/host/texts': host('moderation'),
  'POST /api/host/texts/:id': {
    ...hostStepUp('moderation'),
    url: '/api/host/texts/none',
    body: { action: 'approve', revision: 1 },
  },
  'POST /api/host/texts/:id/presence': {
    ...host('moderation'),
    url: '/api/host/texts/none/presence',
    body: { isHere: false },
  },
  'PATCH /api/host/donations/:id': {
    ...hostStepUp('moderation'),
    url: '/api/host/donations/none',
    body: { displayName: 'Ada' },
  },
  'GET /api/host/screening': host('moderation'),
  'PUT /api/host/screening': {
    ...host('moderation'),
    body: { mode: 'off', messages: false, words: [], amountsCents: [], revision: 0 },
  },
  'GET /api/host/alarms': host('settings'),
  'PUT /api/host/alarms': { ...hostStepUp('settings'), body: { webhookUrl: null } },
  'POST /api/host/alarms/secret': { ...hostStepUp('settings'), body: {} },
  'POST /api/host/alarms/test': { ...host('settings'), body: {} },
  'GET /api/host/reviews': host('money'),
  'GET /api/host/summary': host('money'),
  'GET /api/host/health': host('settings', 'money'),
  'GET /api/host/providers': host('settings'),
  'POST /api/host/providers/:name/test': {
    ...host('settings'),
    url: '/api/host/providers/stripe/test',
    body: {},
  },
  'GET /api/host/drills': host('settings'),
  'POST /api/host/drills': { ...host('settings'), body: { drill: 'late' } },
  'DELETE /api/host/drills': host('settings'),
  'GET /api/host/days': host('money'),
  'GET /api/host/donations': host('money'),
  'GET /api/host/exports/matches.csv': host('settings', 'money'),
  'GET /api/host/exports/movements.csv': host('money'),
  'GET /api/host/exports/movements.json': host('money'),
  'GET /api/host/exports/donations.csv': host('money'),
  'GET /api/host/exports/donations.json': host('money'),
  'GET /api/host/donations/:id': { ...host('money'), url: '/api/host/donations/none' },
  'POST /api/host/donations/:id/notes': {
    ...host('money'),
    url: '/api/host/donations/none/notes',
    body: { text: 'A probe.' },
  },
  'POST /api/host/donations/:id/receipts': {
    ...host('money'),
    url: '/api/host/donations/none/receipts',
    body: {},
  },
  'GET /api/host/donations/:id/refunds/preview': {
    ...host('money'),
    url: '/api/host/donations/none/refunds/preview',
  },
  'POST /api/host/donations/:id/refunds': {
    ...hostStepUp('money'),
    url: '/api/host/donations/none/refunds',
    headers: { 'idempotency-key': 'probe-0001' },
    body: { reason: 'A probe.' },
  },
  'POST /api/host/reviews/:id': {
    ...hostStepUp('money'),
    url: '/api/host/reviews/none',
    body: { resolution: 'dismiss', reason: 'A probe.' },
  },
}
