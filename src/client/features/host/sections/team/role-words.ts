import type { HostRole } from '#contract/host/roles.ts'

/** The name of each role, and what it may do, in a sentence. */
export const ROLE_WORDS: Record<HostRole, { name: string; rights: string }> = {
  owner: {
    name: 'Owner',
    rights: 'May do everything: money, names, the campaign, settings and this team.',
  },
  treasurer: {
    name: 'Treasurer',
    rights:
      'Sees donations and matched money, refunds and exports, decides about payments. No settings.',
  },
  moderator: {
    name: 'Moderator',
    rights: 'Decides about names and messages. Sees no emails and moves no money.',
  },
}
