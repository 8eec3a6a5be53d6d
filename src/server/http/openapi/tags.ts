interface Tag {
  name: string
  description: string
  /** The beginnings of the addresses that the tag is for. */
  paths: readonly string[]
}

/** The document's chapters; the first whose path an address begins with is the address's own. */
const TAGS: readonly Tag[] = [
  {
    name: 'Board',
    description:
      'What everybody may read: the leaderboard and other boards, the campaign, and their pictures.',
    paths: [
      '/api/leaderboard',
      '/api/boards',
      '/api/rounds',
      '/api/choices',
      '/api/matches',
      '/api/crowns',
      '/api/recap',
      '/api/replay',
      '/api/config',
      '/api/campaign',
      '/pictures',
      '/cards',
    ],
  },
  {
    name: 'Team',
    description: 'The hosts’ team, and what its members have done.',
    paths: ['/api/host/team', '/api/host/claims', '/api/host/audit', '/api/host/exports/audit'],
  },
  {
    name: 'Moderation',
    description: 'Names and messages of donors.',
    paths: ['/api/host/texts', '/api/host/screening'],
  },
  {
    name: 'Money',
    description: 'Donations, refunds and sums, for hosts.',
    paths: [
      '/api/host/donations',
      '/api/host/exports',
      '/api/host/summary',
      '/api/host/days',
      '/api/host/reviews',
      '/api/donations/test',
    ],
  },
  {
    name: 'Settings',
    description: 'The campaign, the providers, alarms and drills, for hosts.',
    paths: ['/api/host/'],
  },
  {
    name: 'Payments',
    description: 'Beginning, following and cancelling one’s own payments.',
    paths: ['/api/create-checkout-session', '/api/paypal', '/api/checkouts'],
  },
  {
    name: 'Donor',
    description: 'One’s own donations, receipts, name and data.',
    paths: ['/api/me', '/me', '/api/donations/own', '/api/donations/{id}'],
  },
  { name: 'Donations', description: 'All donations by time.', paths: ['/api/donations'] },
  {
    name: 'Passkeys',
    description: 'Passkeys: adding, removing and logging in with them.',
    paths: ['/api/auth/passkey'],
  },
  {
    name: 'Second factor',
    description: 'Authenticator apps and recovery codes.',
    paths: ['/api/auth/two-factor'],
  },
  {
    name: 'Account',
    description: 'Signing up, logging in, sessions, e-mail addresses and passwords.',
    paths: ['/api/auth'],
  },
  {
    name: 'Webhooks',
    description: 'What the payment providers send to this server.',
    paths: ['/api/webhooks'],
  },
  {
    name: 'Operation',
    description: 'Health, metrics, and what the operator’s program `donation-royale` calls.',
    paths: ['/'],
  },
]

/** The tags as the document lists them. */
export const DOCUMENT_TAGS = TAGS.map(({ name, description }) => ({ name, description }))

/** Returns the tag of an address, as the document writes addresses. */
export function tagOf(path: string): string {
  const tag = TAGS.find(({ paths }) => paths.some((start) => path.startsWith(start)))
  if (tag === undefined) throw new Error(`${path} begins like no tag of the API's document.`)
  return tag.name
}
