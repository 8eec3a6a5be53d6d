import type { BrowserContext, Response } from '@playwright/test'
import { ApiCheck, type Exchange } from '../api/api-check.ts'

/** Compares the calls of pages with the server's description of its API. */
export interface ApiExchanges {
  /** Returns the differences, once all responses so far have been read. */
  differences(): Promise<string[]>
}

/** Follows each call of the API that a page of a context makes from now on. */
export function followApi(context: BrowserContext, check: ApiCheck): ApiExchanges {
  const compared: Promise<string[]>[] = []
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/')) compared.push(compare(response, check))
  })
  return { differences: async () => (await Promise.all(compared)).flat() }
}

/** Opens the check of a server's calls. */
export async function openApiCheck(url: string): Promise<ApiCheck> {
  return new ApiCheck(await (await fetch(`${url}/api/openapi.json`)).text())
}

async function compare(response: Response, check: ApiCheck): Promise<string[]> {
  const request = response.request()
  const { pathname, search } = new URL(response.url())
  const headers = response.headers()
  const exchange: Omit<Exchange, 'body'> = {
    method: request.method(),
    url: pathname + search,
    requestHeaders: request.headers(),
    requestBody: request.postData() ?? undefined,
    status: response.status(),
    headers,
  }
  return check.compare({ ...exchange, body: await readBody(response) })
}

/** Returns undefined for a stream, which has no end, and for a body that the browser has let go. */
async function readBody(response: Response): Promise<string | undefined> {
  if (response.headers()['content-type']?.startsWith('text/event-stream') === true) return undefined
  try {
    return await response.text()
  } catch {
    return undefined
  }
}
