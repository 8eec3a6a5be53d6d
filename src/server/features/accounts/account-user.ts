/** The fields of an account that the product reads from the library's user. */
export interface AccountUser {
  id: string
  email: string
  emailVerified: boolean
}
