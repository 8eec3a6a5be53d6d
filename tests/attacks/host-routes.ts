import { host, type Probe } from './route-probes.ts'

/** The routes of hosts, each with the permissions that open it. */
export const HOST_ROUTES: Record<string, Probe> = {
  'GET /api/host/audit': host('money'),
  'GET /api/host/exports/audit.csv': host('money'),
  'GET /api/host/exports/audit.json': host('money'),
  'DELETE /api/donations/test': host('settings'),
  'GET /api/host/campaign': host('settings'),
  'PUT /api/host/campaign': { ...host('settings'), body: { cause: 'A probe' } },
  'GET /api/host/reviews': host('money'),
  'GET /api/host/summary': host('money'),
  'GET /api/host/days': host('money'),
  'POST /api/host/reviews/:id': {
    ...host('money'),
    url: '/api/host/reviews/none',
    body: { resolution: 'dismiss', reason: 'A probe.' },
  },
}
