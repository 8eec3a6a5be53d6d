import type { HostRole } from '#contract/host/roles.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { readToken } from '../accounts/account-mails.ts'
import type { AppServer } from './app-server.ts'
import { sendJson, signUp, type Donor } from './donor.ts'

/** Invites somebody to an owner's team in a role, signs them up, and accepts for them. */
export async function signUpMember(
  server: AppServer,
  owner: Donor,
  { email, role }: { email: string; role: HostRole },
): Promise<Donor> {
  await sendJson(owner, `${HOST_ROUTES.team}/invitations`, { body: { email, role } })
  const member = await signUp(server.url, email)
  await acceptInvitation(server, member)
  return member
}

/** Confirms an account's e-mail, and accepts the invitation that was mailed to it. */
export async function acceptInvitation({ dataDir }: AppServer, member: Donor): Promise<void> {
  const confirmation = await readToken(dataDir, member.email, 'confirm-email')
  await sendJson(member, '/api/auth/verify-email', { body: { token: confirmation } })
  const invitation = await readToken(dataDir, member.email, 'host')
  await sendJson(member, '/api/host/claims', { body: { token: invitation } })
}
