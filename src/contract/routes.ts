/** The path of each API call, shared by the page and the server. */
export const ROUTES = {
  config: '/api/config',
  campaign: '/api/campaign',
  leaderboard: '/api/leaderboard',
  live: '/api/leaderboard/live',
  rank: '/api/leaderboard/rank',
  donations: '/api/donations',
  ownDonations: '/api/donations/own',
  testDonations: '/api/donations/test',
  ownPayments: '/api/me/donations',
  profile: '/api/me/profile',
  ownExport: '/api/me/export',
  ownDeletion: '/api/me/deletion',
  createSession: '/api/create-checkout-session',
  orders: '/api/paypal/orders',
  checkouts: '/api/checkouts',
  auth: '/api/auth',
  hosts: '/api/hosts',
  hostLinks: '/api/hosts/links',
  hostRemovals: '/api/hosts/removals',
  hostClaims: '/api/host/claims',
  hostLive: '/api/host/live',
  hostCampaign: '/api/host/campaign',
  hostAlarms: '/api/host/alarms',
  hostAlarmSecret: '/api/host/alarms/secret',
  hostAlarmTest: '/api/host/alarms/test',
  hostPictures: '/api/host/campaign/pictures',
  hostHealth: '/api/host/health',
  hostProviders: '/api/host/providers',
  hostDrills: '/api/host/drills',
  hostReviews: '/api/host/reviews',
  hostSummary: '/api/host/summary',
  hostDays: '/api/host/days',
  hostScreening: '/api/host/screening',
  hostTexts: '/api/host/texts',
  hostTeam: '/api/host/team',
  hostAudit: '/api/host/audit',
  hostDonations: '/api/host/donations',
  hostExports: '/api/host/exports',
  reconciliations: '/api/reconciliations',
} as const

/** The path under which a donor's receipts are pages; the donation's id follows. */
export const RECEIPT_PAGES = '/me/receipts'

/** The path below which the campaign's pictures are. */
export const PICTURES_PATH = '/pictures'

/** The query parameters with which the hosted checkout sends the donor back to `/`. */
export const RETURN_PARAMETER = { checkout: 'checkout', cancelled: 'cancelled' } as const

/** The request header with the proof of work that an error's `challenge` asked for. */
export const PROOF_HEADER = 'x-proof-of-work'

/** The query parameter of the live stream with which a viewer says which campaign they have. */
export const CAMPAIGN_PARAMETER = 'campaign'
