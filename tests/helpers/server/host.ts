import { z } from 'zod'
import { readToken } from '../accounts/account-mails.ts'
import type { AppServer } from './app-server.ts'
import { sendJson, signUp, type Donor } from './donor.ts'
import { operatorHeaders } from './operator-token.ts'

/** Signs up an account at a server that runs on this machine, and makes it a host by a link. */
export async function signUpHost(server: AppServer, email?: string): Promise<Donor> {
  const host = await signUp(server.url, email)
  await claimHost(server, host)
  return host
}

/** Confirms the account's e-mail, and makes it a host by a link of the operator. */
async function claimHost({ url, dataDir }: AppServer, host: Donor): Promise<void> {
  const confirmation = await readToken(dataDir, host.email, 'confirm-email')
  await sendJson(host, '/api/auth/verify-email', { body: { token: confirmation } })
  const answer = await fetch(`${url}/api/hosts/links`, {
    method: 'POST',
    headers: operatorHeaders({ dataDir }),
  })
  const { url: link } = z.object({ url: z.string() }).parse(await answer.json())
  await sendJson(host, '/api/host/claims', { body: { token: link.split('=')[1] } })
}
