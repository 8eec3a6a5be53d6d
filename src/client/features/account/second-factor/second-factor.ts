import { postAuth } from '../api/auth-call.ts'
import { withPasskeyStepUp } from '../api/passkeys.ts'

/** The key for an authenticator app, with the recovery codes. */
export interface SecondFactorEnrollment {
  totpURI: string
  backupCodes: string[]
}

/** Requests a key and recovery codes; the second factor is on once `verifyCode` accepts a code. */
export function beginSecondFactor(password: string): Promise<SecondFactorEnrollment> {
  return withPasskeyStepUp(() =>
    postAuth<SecondFactorEnrollment>('/two-factor/enable', { password }),
  )
}

/** Requests new recovery codes, which invalidates the old ones. */
export async function renewRecoveryCodes(password: string, code: string): Promise<string[]> {
  const { backupCodes } = await postAuth<{ backupCodes: string[] }>(
    '/two-factor/generate-backup-codes',
    { password, code },
  )
  return backupCodes
}

export async function endSecondFactor(password: string, code: string): Promise<void> {
  await postAuth('/two-factor/disable', { password, code })
}

/** Formats the key for typing it by hand: in groups of four. */
export function formatKey(totpUri: string): string {
  const key = new URL(totpUri).searchParams.get('secret') ?? ''
  return key.match(/.{1,4}/g)?.join(' ') ?? ''
}
