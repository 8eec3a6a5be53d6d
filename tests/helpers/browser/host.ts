import type { Page } from '@playwright/test'
import type { AppServer } from '../server/app-server.ts'
import type { Donor } from '../server/donor.ts'
import { signUpHost } from '../server/host.ts'

/** Signs up a host, and signs the page's browser in as them; returns the host for API calls. */
export async function becomeHost(page: Page, server: AppServer): Promise<Donor> {
  const host = await signUpHost(server)
  await signIn(page, server, host)
  return host
}

/** Signs the page's browser in as somebody who has signed up already. */
export async function signIn(page: Page, { url }: AppServer, donor: Donor): Promise<void> {
  const cookies = donor.cookies.map(({ name, value }) => ({ url, name, value }))
  await page.context().addCookies(cookies)
}

/** Opens a section of the console by its address, and waits for its heading. */
export async function openSection(page: Page, path: string, name: string | RegExp): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 2, name }).waitFor()
}
