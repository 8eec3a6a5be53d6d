import { AppError } from '#contract/app-error.ts'
import { nameDevice } from '#contract/device-name.ts'
import { postAuth, getAuth } from './auth-call.ts'

/** A passkey of the account. */
export interface Passkey {
  id: string
  name: string | null
  /** ISO 8601. */
  createdAt: string
}

/** Returns whether this browser can create passkeys and log in with them. */
export function supportsPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  )
}

export async function fetchPasskeys(): Promise<Passkey[]> {
  const { passkeys } = await getAuth<{ passkeys: Passkey[] }>('/passkey/list-user-passkeys')
  return passkeys
}

/**
 * Creates a passkey on this device, named for the browser.
 * @throws {AppError} also if the person cancelled.
 */
export async function addPasskey(proof: { password: string; code?: string }): Promise<void> {
  const options = await withPasskeyStepUp(() =>
    postAuth<PublicKeyCredentialCreationOptionsJSON>('/passkey/generate-register-options', proof),
  )
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const response = await requestCredential(() => navigator.credentials.create({ publicKey }))
  const name = nameDevice(navigator.userAgent)
  await postAuth('/passkey/verify-registration', { response, name })
}

export async function removePasskey(id: string, password: string): Promise<void> {
  await withPasskeyStepUp(() => postAuth('/passkey/delete-passkey', { id, password }))
}

/**
 * Logs in without a password.
 * @throws {AppError} also if the person cancelled.
 */
export async function logInWithPasskey(): Promise<void> {
  const options = await postAuth<PublicKeyCredentialRequestOptionsJSON>(
    '/passkey/generate-authenticate-options',
  )
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const response = await requestCredential(() => navigator.credentials.get({ publicKey }))
  await postAuth('/passkey/verify-authentication', { response })
}

/**
 * Runs an action; if the server says that a host's password alone is not enough for it, logs in
 * with a passkey and runs it again.
 */
export async function withPasskeyStepUp<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    const isStepUpRequired = error instanceof AppError && error.reason === 'SECOND_FACTOR_STALE'
    if (!isStepUpRequired || !supportsPasskeys()) throw error
  }
  await logInWithPasskey()
  return action()
}

async function requestCredential(request: () => Promise<Credential | null>): Promise<unknown> {
  const credential = await request().catch((cause: unknown) => {
    throw new AppError('failed-precondition', describeCredentialError(cause), { cause })
  })
  if (credential instanceof PublicKeyCredential) return credential.toJSON()
  throw new AppError('failed-precondition', CANCELLED)
}

const CANCELLED = 'No passkey was used: it was cancelled, or took too long. Please try again.'

function describeCredentialError(cause: unknown): string {
  const name = cause instanceof DOMException ? cause.name : undefined
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.'
  if (name === 'NotAllowedError' || name === 'AbortError') return CANCELLED
  return 'This browser cannot use a passkey here. Please log in with your password.'
}
