import { createAuthClient } from 'better-auth/client'
import { AppError } from '#contract/app-error.ts'
import { ROUTES } from '#contract/routes.ts'

export interface Credentials {
  email: string
  password: string
}

const UNEXPLAINED = 'Authentication error.'

/** One for each use: it keeps the `fetch` that it finds, and starts nothing by itself. */
const openClient = () =>
  createAuthClient({ basePath: ROUTES.auth, disableDefaultFetchPlugins: true })

/** @throws {AppError} with the auth library's sentence. */
export async function logIn(credentials: Credentials): Promise<void> {
  await settle(openClient().signIn.email(credentials))
}

/** Creates the account and signs in. @throws {AppError} with the auth library's sentence. */
export async function signUp(credentials: Credentials): Promise<void> {
  // The library asks for a name, and the product for none: donors are named by their payments.
  await settle(openClient().signUp.email({ ...credentials, name: '' }))
}

async function settle(answer: Promise<{ error: unknown }>): Promise<void> {
  const { error } = await answer.catch((cause: unknown) => {
    throw new AppError('unavailable', UNEXPLAINED, { cause })
  })
  if (error !== null) throw new AppError('unauthenticated', sentenceOf(error) ?? UNEXPLAINED)
}

/** The library says `{ message }`; the server before it, `{ error: { message } }`. */
function sentenceOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string' && error.message !== '') {
    return error.message
  }
  return 'error' in error ? sentenceOf(error.error) : undefined
}
