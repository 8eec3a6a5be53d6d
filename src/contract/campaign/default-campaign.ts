import { DEFAULT_BOARD_ID } from '../boards.ts'
import type { Campaign } from '../campaign.ts'
import { DISCLAIMER_POINTS, DISCLAIMER_VERSION } from '../disclaimer.ts'
import { MIN_DONATION_CENTS } from '../money.ts'

/** The campaign before a host has set anything, with the default limits of the configuration. */
export const DEFAULT_CAMPAIGN: Campaign = {
  version: 0,
  title: 'Donation Royale',
  cause: '',
  about: '',
  host: '',
  recipient: { name: '', contact: '' },
  links: { terms: null, privacy: null, imprint: null },
  picture: null,
  palette: 'galaxy',
  amounts: {
    minCents: MIN_DONATION_CENTS,
    maxCents: 1_000_000,
    defaultCents: 500,
    chipsCents: [],
  },
  disclaimer: { version: DISCLAIMER_VERSION, points: DISCLAIMER_POINTS },
  deadline: null,
  timeZone: 'UTC',
  boards: [DEFAULT_BOARD_ID],
  teams: 'off',
  goal: null,
  spendingLimits: { dayCents: null, weekCents: null },
  quietWord: false,
  crowns: false,
  open: true,
}
