import type { AppServer } from '../helpers/server/app-server.ts'
import { signUp, type Donor } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'
import { signUpMember } from '../helpers/server/team.ts'

export const EMAIL = 'vega@royale.example'
const HOST_EMAIL = 'juno@royale.example'
const MODERATOR_EMAIL = 'mods@royale.example'

/** The accounts; each signs up at the first call, and later calls return the same. */
export interface StateAccounts {
  donor(): Promise<Donor>
  /** An owner of the team. */
  host(): Promise<Donor>
  moderator(): Promise<Donor>
}

/** Returns the accounts of a server. */
export function openAccounts(server: AppServer): StateAccounts {
  const accounts = new Map<string, Promise<Donor>>()
  const once = (email: string, open: (email: string) => Promise<Donor>) => {
    const account = accounts.get(email) ?? open(email)
    accounts.set(email, account)
    return account
  }
  const host = () => once(HOST_EMAIL, (email) => signUpHost(server, email))
  return {
    donor: () => once(EMAIL, (email) => signUp(server.url, email)),
    host,
    moderator: () =>
      once(MODERATOR_EMAIL, async (email) =>
        signUpMember(server, await host(), { email, role: 'moderator' }),
      ),
  }
}
