/** The paths of the visitors' and donors' calls, shared by the page and the server. */
export const ROUTES = {
  config: '/api/config',
  campaign: '/api/campaign',
  leaderboard: '/api/leaderboard',
  live: '/api/leaderboard/live',
  rank: '/api/leaderboard/rank',
  boards: '/api/boards',
  rounds: '/api/rounds',
  choices: '/api/choices',
  matches: '/api/matches',
  crowns: '/api/crowns',
  recap: '/api/recap',
  replay: '/api/replay',
  teams: '/api/teams',
  ownTeam: '/api/me/team',
  donations: '/api/donations',
  ownDonations: '/api/donations/own',
  testDonations: '/api/donations/test',
  ownPayments: '/api/me/donations',
  profile: '/api/me/profile',
  ownLimits: '/api/me/limits',
  ownPause: '/api/me/pause',
  ownReminders: '/api/me/reminders',
  ownExport: '/api/me/export',
  ownDeletion: '/api/me/deletion',
  createSession: '/api/create-checkout-session',
  orders: '/api/paypal/orders',
  checkouts: '/api/checkouts',
  auth: '/api/auth',
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

/**
 * The value of `CAMPAIGN_PARAMETER` of a viewer to whom a round, a choice or a match is shown: these
 * end without a new version of the campaign, so the viewer wants the current one in any case.
 */
export const ANY_CAMPAIGN = 'any'
