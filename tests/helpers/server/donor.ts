import { randomUUID } from 'node:crypto'
import { ROUTES } from '#contract/routes.ts'
import { checkoutSchema, sessionSchema, type Checkout } from '#contract/checkouts.ts'

/** A donor who uses the API alone, as a script does; every call may fail. */
export interface Donor {
  email: string
  /** The cookies that sign a browser in as this donor. */
  cookies: readonly { name: string; value: string }[]
  /**
   * Begins a card checkout, which may vote for an option, and pays it on the hosted page, in that
   * name; returns the session's id.
   */
  payByCard(amountCents: number, name?: string, optionId?: string): Promise<string>
  /** Fetches a checkout; throws for any status but 200. */
  fetchCheckout(checkoutId: string): Promise<Checkout>
  call(
    path: string,
    init?: {
      method: string
      body?: string
      headers?: Record<string, string>
      /** Ends the call; by default, 10 s do. */
      signal?: AbortSignal
    },
  ): Promise<Response>
}

/** Signs a new donor up at a server. */
export async function signUp(url: string, email = `${randomUUID()}@donor.example`): Promise<Donor> {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: 'a long password', name: '' }),
  })
  if (!answer.ok) throw new Error(`Signing up failed: ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map((line) => {
    const [pair = ''] = line.split(';')
    const end = pair.indexOf('=')
    return { name: pair.slice(0, end), value: pair.slice(end + 1) }
  })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

  const call: Donor['call'] = (path, init) =>
    fetch(`${url}${path}`, {
      signal: AbortSignal.timeout(10_000),
      ...init,
      headers: { cookie, origin: url, 'content-type': 'application/json', ...init?.headers },
    })

  return {
    email,
    cookies,
    call,
    payByCard: async (amountCents, name, optionId) => {
      const body = { amountCents, ...(optionId !== undefined && { optionId }) }
      const session = await sendJson({ call }, ROUTES.createSession, { body })
      const { id, url: page } = sessionSchema.parse(await session.json())
      await payOnHostedPage(page, name)
      return id
    },
    fetchCheckout: async (checkoutId) => {
      const path = `/api/checkouts/${checkoutId}`
      const answer = await requireOk(path, call(path))
      return checkoutSchema.parse(await answer.json())
    },
  }
}

/** Signs new donors up, one after another: a busy server refuses those who wait too long at once. */
export async function signUpAll(url: string, count: number): Promise<Donor[]> {
  const donors: Donor[] = []
  while (donors.length < count) donors.push(await signUp(url))
  return donors
}

/** Lets somebody new sign up and give by card, in their own name. */
export async function giveAsNewDonor(
  url: string,
  amountCents: number,
  name: string,
): Promise<void> {
  const donor = await signUp(url)
  await donor.fetchCheckout(await donor.payByCard(amountCents, name))
}

/** Sends a JSON body as this account; throws for any other answer than success. */
export function sendJson(
  { call }: Pick<Donor, 'call'>,
  path: string,
  { body, ...request }: JsonRequest,
): Promise<Response> {
  return requireOk(path, call(path, { method: 'POST', ...request, body: JSON.stringify(body) }))
}

interface JsonRequest {
  method?: 'POST' | 'PUT' | 'PATCH'
  body: object
  headers?: Record<string, string>
}

async function requireOk(path: string, answerTo: Promise<Response>): Promise<Response> {
  const answer = await answerTo
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

/** Pays a session of the sandbox with the test card that always pays. */
export async function payOnHostedPage(page: string, name = 'Ada Lovelace'): Promise<void> {
  const answer = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ email: 'ada@donor.example', number: '4242424242424242', name }),
    redirect: 'manual',
  })
  if (answer.status !== 303) throw new Error(`The payment was not taken: ${answer.status}`)
}
