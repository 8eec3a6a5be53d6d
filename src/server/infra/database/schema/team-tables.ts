import type { HostRole } from '#contract/host/roles.ts'

/** One row. Updating it first puts changes of the hosts' team one after the other. */
export interface TeamHeadTable {
  id: 1
  version: number
}

/** Invitations into the hosts' team that were neither accepted nor withdrawn. */
export interface TeamInvitationsTable {
  id: string
  /** The address in lower case, as accounts have it. */
  email: string
  role: HostRole
  /** The SHA-256 of the token in the link, hexadecimal. */
  token_hash: string
  created_at: number
  expires_at: number
}
