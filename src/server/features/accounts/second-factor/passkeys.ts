import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { sql } from 'kysely'
import { ownOrigins } from '#server/http/guards/security.ts'
import type { Database } from '#server/infra/database/database.ts'

/**
 * Sets up the library's passkeys. A passkey stands for password and second factor together, so it
 * must verify the user by a PIN, a finger or a face: otherwise anybody who finds the key could log
 * in.
 */
export function setUpPasskeys({ publicUrl, product }: { publicUrl: string; product: string }) {
  return passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: product,
    origin: [...ownOrigins(publicUrl)],
    authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
    registration: {
      afterVerification: ({ verification: { registrationInfo } }) =>
        requireVerified(registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification: { authenticationInfo } }) =>
        requireVerified(authenticationInfo.userVerified),
    },
  })
}

function requireVerified(isVerified: boolean | undefined): void {
  if (isVerified !== true) throw new APIError('UNAUTHORIZED', { code: 'PASSKEY_NOT_UNLOCKED' })
}

/** Returns whether an account has a passkey. */
export async function hasPasskey({ reader }: Database, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from passkey where "userId" = ${userId} limit 1`.execute(
    reader,
  )
  return rows.length > 0
}
