/** An account, as the library keeps it. */
export interface AccountUser {
  id: string
  email: string
  emailVerified: boolean
}
