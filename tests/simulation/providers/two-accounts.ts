import { z } from 'zod'
import { ACCOUNTS } from './accounts.ts'
import type { ProviderResponse, ProviderRequest, SimulatedProviders } from './providers.ts'

const tokenSchema = z.object({ access_token: z.string() })

/**
 * Joins two accounts into one object: a request goes to the account of its key, and people and
 * hosts need not name the account, since each payment exists in one of them only.
 */
export function joinAccounts(
  ours: SimulatedProviders,
  other: SimulatedProviders,
): SimulatedProviders {
  const { stripe, paypal } = ACCOUNTS['the other account']
  const credentials = Buffer.from(`${paypal.clientId}:${paypal.clientSecret}`).toString('base64')
  const keysOfOther = new Set([`Bearer ${stripe.secretKey}`, `Basic ${credentials}`])

  async function send(request: ProviderRequest): Promise<ProviderResponse> {
    const { authorization = '' } = request.headers
    if (!keysOfOther.has(authorization)) return ours.send(request)
    const answer = await other.send(request)
    noteToken(answer)
    return answer
  }

  function noteToken({ body }: ProviderResponse): void {
    const token = tokenSchema.safeParse(JSON.parse(body)).data?.access_token
    if (token !== undefined) keysOfOther.add(`Bearer ${token}`)
  }

  return {
    get activeRequests() {
      return ours.activeRequests + other.activeRequests
    },
    tick: () => {
      ours.tick()
      other.tick()
    },
    send,
    failPermanently: async (request) => {
      const account = keysOfOther.has(request.headers['authorization'] ?? '') ? other : ours
      return account.failPermanently(request)
    },
    submit: async (url, form) => {
      const status = await ours.submit(url, form)
      return status === 404 ? other.submit(url, form) : status
    },
    control: async (path, body) => {
      const answers = [await ours.control(path, body), await other.control(path, body)]
      return answers.find((answer) => answer !== undefined)
    },
    foreignIds: ours.foreignIds,
    listForeign: () => ours.listForeign(),
    listTaken: async () => [...(await ours.listTaken()), ...(await other.listTaken())],
    findOrder: async (id) => (await ours.findOrder(id)) ?? other.findOrder(id),
    close: async () => {
      await ours.close()
      await other.close()
    },
  }
}
