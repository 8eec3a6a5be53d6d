import type { Generated } from 'kysely'

/** Wrong passwords in a row, by account or by known browser; the key is a hash. */
export interface PasswordFailuresTable {
  key: string
  failures: number
  /** The time until which no password is compared. */
  blocked_until: number
  forget_at: number
}

export type AccountMailKind = 'confirmation' | 'email-change' | 'password-reset'

/** E-mails that anybody can have sent to an address, for the limits on them; kept for a day. */
export interface AccountMailsTable {
  id: Generated<number>
  kind: AccountMailKind
  email: string
  user_id: string
  created_at: number
}

/** Second-factor codes that an account was tried with since the last correct one. */
export interface SecondFactorTriesTable {
  user_id: string
  failures: number
  blocked_until: number
  updated_at: number
}

/** Second-factor codes that were accepted a moment ago, so that none is accepted twice. */
export interface UsedCodesTable {
  user_id: string
  code: string
  used_at: number
}
