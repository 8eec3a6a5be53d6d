import { HOST_ROUTES } from './host-routes.ts'
import { all, control, key, operator, owner, proof, signedIn, type Probe } from './route-probes.ts'

/** The checkout of the probes with the role `owner`. */
export const OWN_CHECKOUT = '01900000-0000-7000-8000-000000000001'

/** The donation of that checkout. */
export const OWN_DONATION = '01900000-0000-7000-8000-000000000002'

const AMOUNT = { amountCents: 500 }
const PASSWORD = 'another long password'
const TOKEN = 'A'.repeat(43)

const PUBLIC: Record<string, Probe> = {
  'GET /api/config': all,
  'GET /api/campaign': all,
  'GET /api/openapi.json': all,
  'GET /api/docs': all,
  'GET /api/docs/:file': { access: 'all', url: '/api/docs/swagger-ui.css' },
  'GET /api/leaderboard': all,
  'GET /api/leaderboard/rank': { access: 'all', url: '/api/leaderboard/rank?amountCents=500' },
  // streams.test.ts requests it over a socket, since an injected request cannot be streamed to.
  'GET /api/leaderboard/live': { access: 'all', url: '/api/leaderboard' },
  'GET /api/boards': all,
  'GET /api/boards/:id': { access: 'all', url: '/api/boards/donations-all-time' },
  'GET /api/boards/:id/rank': {
    access: 'all',
    url: '/api/boards/donations-all-time/rank?amountCents=500',
  },
  'GET /api/boards/:id/live': { access: 'all', url: '/api/boards' },
  'GET /api/boards/:id/own': {
    ...signedIn(),
    url: '/api/boards/donations-all-time/own',
  },
  'GET /api/rounds': all,
  'GET /api/choices': all,
  'GET /api/matches': all,
  'GET /api/rounds/:id': { access: 'all', url: '/api/rounds/none' },
  'GET /api/rounds/:id/recap': { access: 'all', url: '/api/rounds/none/recap' },
  'GET /api/rounds/:id/replay': { access: 'all', url: '/api/rounds/none/replay' },
  'GET /api/crowns': all,
  'GET /api/recap': all,
  'GET /api/replay': all,
  'GET /api/teams': all,
  'GET /api/teams/:id': {
    access: 'all',
    url: '/api/teams/00000000-0000-4000-8000-000000000000',
  },
  'POST /api/teams': signedIn({ name: 'A probe' }),
  'GET /api/me/team': signedIn(),
  'PUT /api/me/team': signedIn({ teamId: null }),
  'GET /api/donations': all,
  'GET /cards/top.png': all,
  'GET /pictures/:hash(^[\\da-f]{64}).webp': { access: 'all', url: '/pictures/none.webp' },
  'GET /cards/donation/:id(^[\\w-]{1,64}).png': { access: 'all', url: '/cards/donation/none.png' },
  'GET /cards/round/:id(^[\\w-]{1,36}).png': { access: 'all', url: '/cards/round/none.png' },
  'GET /reminders/end/:token': { access: 'all', url: '/reminders/end/none' },
  'POST /reminders/end/:token': { access: 'all', url: '/reminders/end/none', body: {} },
  'GET /.well-known/security.txt': all,
  'GET /healthz': all,
  'GET /readyz': all,
}

const ACCOUNTS: Record<string, Probe> = {
  'POST /api/auth/sign-up/email': {
    access: 'all',
    body: { email: 'probe@donor.example', password: PASSWORD, name: '' },
  },
  'POST /api/auth/sign-in/email': proof({ email: 'nobody@donor.example', password: PASSWORD }),
  'POST /api/auth/sign-out': { access: 'all', body: {} },
  'GET /api/auth/get-session': all,
  'GET /api/auth/list-sessions': signedIn(),
  'POST /api/auth/revoke-session': signedIn({ id: 'none' }),
  'POST /api/auth/revoke-other-sessions': signedIn({}),
  'POST /api/auth/send-verification-email': signedIn({}),
  'POST /api/auth/verify-email': signedIn({ token: TOKEN }),
  'POST /api/auth/change-email': signedIn({ newEmail: 'new@donor.example', password: PASSWORD }),
  'POST /api/auth/request-password-reset': { access: 'all', body: { email: 'a@donor.example' } },
  'POST /api/auth/reset-password': proof({ token: TOKEN, newPassword: PASSWORD }),
  'POST /api/auth/change-password': signedIn({ currentPassword: 'x', newPassword: PASSWORD }),
  'POST /api/auth/two-factor/verify-totp': proof({ code: '000000' }),
  'POST /api/auth/two-factor/verify-backup-code': proof({ code: 'aaaaa-bbbbb' }),
  'POST /api/auth/two-factor/enable': signedIn({ password: PASSWORD }),
  'POST /api/auth/two-factor/disable': signedIn({ password: PASSWORD, code: '000000' }),
  'POST /api/auth/two-factor/generate-backup-codes': signedIn({
    password: PASSWORD,
    code: '000000',
  }),
  'POST /api/auth/passkey/generate-register-options': signedIn({ password: PASSWORD }),
  'POST /api/auth/passkey/verify-registration': signedIn({
    response: { id: 'x', type: 'public-key' },
  }),
  'POST /api/auth/passkey/generate-authenticate-options': { access: 'all', body: {} },
  'POST /api/auth/passkey/verify-authentication': proof({
    response: { id: 'x', type: 'public-key' },
  }),
  'GET /api/auth/passkey/list-user-passkeys': signedIn(),
  'POST /api/auth/passkey/delete-passkey': signedIn({ id: 'none', password: PASSWORD }),
  'POST /api/host/claims': signedIn({ token: TOKEN }),
}

const MONEY: Record<string, Probe> = {
  'POST /api/create-checkout-session': signedIn(AMOUNT),
  'POST /api/paypal/orders': signedIn(AMOUNT),
  'POST /api/paypal/orders/:id/capture': owner(`/api/paypal/orders/${OWN_CHECKOUT}/capture`),
  'GET /api/checkouts': signedIn(),
  'GET /api/checkouts/:id': owner(`/api/checkouts/${OWN_CHECKOUT}`),
  'POST /api/checkouts/:id/cancel': owner(`/api/checkouts/${OWN_CHECKOUT}/cancel`),
  'GET /api/donations/own': signedIn(),
  'GET /api/me/donations': signedIn(),
  'GET /api/me/export': signedIn(),
  'POST /api/me/deletion': signedIn({ password: 'not the password' }),
  'POST /api/me/donations/:id/receipt': owner(`/api/me/donations/${OWN_DONATION}/receipt`),
  'GET /me/receipts/:id': owner(`/me/receipts/${OWN_DONATION}`),
  'GET /api/me/limits': signedIn(),
  'PUT /api/me/limits': signedIn({ dayCents: 5_000, weekCents: null }),
  'POST /api/me/pause': signedIn({}),
  'GET /api/me/reminders': signedIn(),
  'PUT /api/me/reminders': signedIn({ isOn: false }),
  'GET /api/me/profile': signedIn(),
  'PUT /api/me/profile': signedIn({ displayName: 'Ada' }),
  'PATCH /api/donations/:id': owner(`/api/donations/${OWN_DONATION}`, { anonymous: true }),
  'GET /api/donations/:id/matched': owner(`/api/donations/${OWN_DONATION}/matched`),
  'POST /api/webhooks/stripe': { access: 'provider', body: { id: 'evt_1' } },
  'POST /api/webhooks/paypal': { access: 'provider', body: { id: 'WH-1' } },
}

const OPERATION: Record<string, Probe> = {
  'GET /metrics': { access: 'this machine' },
  'POST /api/reconciliations': operator({ scope: 'unfinished', retryParked: false }),
  'POST /api/diagnoses': operator(),
  'GET /api/diagnoses/echo': operator(),
  'POST /api/diagnoses/settings': operator({ digests: {} }),
  'POST /api/hosts/links': operator(),
  'GET /api/hosts': operator(),
  'POST /api/hosts/removals': operator({ email: 'nobody@donor.example' }),
}

const SANDBOX_API: Record<string, Probe> = {
  'GET /v1/account': key(),
  'POST /v1/checkout/sessions': key(undefined, {}),
  'GET /v1/checkout/sessions': key(),
  'GET /v1/checkout/sessions/:id': key('/v1/checkout/sessions/cs_test_1'),
  'POST /v1/checkout/sessions/:id/expire': key('/v1/checkout/sessions/cs_test_1/expire', {}),
  'GET /v1/payment_intents': key(),
  'GET /v1/payment_intents/:id': key('/v1/payment_intents/pi_1'),
  'GET /v1/balance_transactions': key(),
  'GET /v1/charges': key(),
  'GET /v1/charges/:id': key('/v1/charges/ch_1'),
  'POST /v1/refunds': key(undefined, {}),
  'GET /v1/refunds': key(),
  'GET /v1/refunds/:id': key('/v1/refunds/re_1'),
  'GET /v1/disputes': key(),
  'GET /v1/disputes/:id': key('/v1/disputes/dp_1'),
  'GET /v1/events': key(),
  'GET /v1/events/:id': key('/v1/events/evt_1'),
  ...under('/_sandbox/paypal', {
    'POST /v1/oauth2/token': key(),
    'POST /v2/checkout/orders': key(undefined, {}),
    'GET /v2/checkout/orders/:id': key('/v2/checkout/orders/1'),
    'POST /v2/checkout/orders/:id/capture': key('/v2/checkout/orders/1/capture', {}),
    'GET /v2/payments/captures/:id': key('/v2/payments/captures/1'),
    'POST /v2/payments/captures/:id/refund': key('/v2/payments/captures/1/refund', {}),
    'GET /v2/payments/refunds/:id': key('/v2/payments/refunds/1'),
    'GET /v1/customer/disputes': key(),
    'GET /v1/customer/disputes/:id': key('/v1/customer/disputes/1'),
    'GET /v1/reporting/transactions': key(),
    'GET /v1/notifications/webhooks/:id': key('/v1/notifications/webhooks/1'),
    'GET /v1/notifications/webhooks-events': key(),
    'GET /v1/notifications/webhooks-events/:id': key('/v1/notifications/webhooks-events/1'),
    'POST /v1/notifications/webhooks-events/:id/resend': key(
      '/v1/notifications/webhooks-events/1/resend',
      {},
    ),
    'POST /v1/notifications/verify-webhook-signature': key(undefined, {}),
  }),
}

/** The payer's pages, and what PayPal itself serves to everybody. */
const SANDBOX_PAGES: Record<string, Probe> = {
  'GET /_sandbox/stripe/checkout/:id': { access: 'all', url: '/_sandbox/stripe/checkout/none' },
  'POST /_sandbox/stripe/checkout/:id': { access: 'all', url: '/_sandbox/stripe/checkout/none' },
  'GET /_sandbox/paypal/approve': all,
  'POST /_sandbox/paypal/approve': all,
  'GET /_sandbox/paypal/sdk/js': all,
  'GET /_sandbox/paypal/v1/notifications/certs/:name': {
    access: 'all',
    url: '/_sandbox/paypal/v1/notifications/certs/none',
  },
}

const SANDBOX_CONTROL = under('/_sandbox/control', {
  'POST /refunds': control,
  'POST /refunds/outcome': control,
  'POST /disputes': control,
  'POST /disputes/review': control,
  'POST /disputes/outcome': control,
  'POST /disputes/stripe': control,
  'POST /disputes/stripe/change': control,
  'POST /paypal/disputes': control,
  'POST /paypal/disputes/change': control,
  'POST /paypal/disputes/refund': control,
  'POST /paypal/disputes/reopen': control,
  'POST /paypal/disputes/resolve': control,
  'POST /paypal/lag': control,
  'POST /paypal/orders/forget': control,
  'POST /paypal/refunds': control,
  'POST /paypal/refunds/outcome': control,
  'POST /paypal/reversals': control,
  'POST /stripe/lag': control,
  'POST /statements': control,
  'POST /events': control,
  'POST /pending': control,
  'POST /webhook-faults': control,
  'POST /faults': control,
  'POST /faults/clear': control,
  'POST /clock': control,
  'POST /reset': control,
  'GET /state': { access: 'this machine' },
  'GET /payments': { access: 'this machine' },
})

/** The access to every route of the server. A route that is missing here fails the build. */
export const ROUTE_ACCESS: Readonly<Record<string, Probe>> = {
  ...PUBLIC,
  ...ACCOUNTS,
  ...MONEY,
  ...HOST_ROUTES,
  ...OPERATION,
  ...SANDBOX_API,
  ...SANDBOX_PAGES,
  ...SANDBOX_CONTROL,
}

function under(prefix: string, probes: Record<string, Probe>): Record<string, Probe> {
  return Object.fromEntries(
    Object.entries(probes).map(([route, probe]) => {
      const [method, path] = route.split(' ')
      const url = probe.url === undefined ? {} : { url: prefix + probe.url }
      return [`${method} ${prefix}${path}`, { ...probe, ...url }]
    }),
  )
}
