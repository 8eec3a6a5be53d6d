import type { preValidationAsyncHookHandler } from 'fastify'
import { z } from 'zod'
import type { RateLimits } from '#server/http/guards/rate-limits.ts'
import type { Database } from '#server/infra/database/database.ts'
import { findUserId } from './failures-store.ts'
import type { KnownDevices } from './known-devices.ts'

const bodySchema = z.object({ email: z.string() })

export interface LoginBudgetDeps {
  database: Database
  devices: KnownDevices
  limits: RateLimits
}

/**
 * Limits logins by client address, but those from a browser that the account knows by that browser,
 * so that neighbours behind one address cannot lock each other out. A route that uses this names no
 * budget of its own.
 */
export function limitLogins({
  database,
  devices,
  limits,
}: LoginBudgetDeps): preValidationAsyncHookHandler {
  return async ({ body, headers, ip }) => {
    const email = bodySchema.safeParse(body).data?.email
    const userId = email === undefined ? undefined : await findUserId(database, email)
    const device = userId === undefined ? undefined : devices.find(headers.cookie, userId)
    await (device === undefined
      ? limits.spendByAddress(ip, 'passwords')
      : limits.spendByKey(device, 'passwords'))
  }
}
