import { z } from 'zod'
import { HOST_ROLES } from './host/roles.ts'

/**
 * An e-mail that `ADMIN_EMAIL`, a one-time link or an invitation names as a host (an administrator);
 * the rights start when an account has confirmed it.
 */
export const hostEntrySchema = z.object({
  email: z.string(),
  by: z.enum(['ADMIN_EMAIL', 'link']),
  role: z.enum(HOST_ROLES),
  isActive: z.boolean(),
})

export type HostEntry = z.infer<typeof hostEntrySchema>

export const hostListSchema = z.object({ hosts: z.array(hostEntrySchema) })

export const hostLinkSchema = z.object({ url: z.string(), expiresAt: z.string() })

export const hostRemovalSchema = z.object({ email: z.string().max(254) })

export const hostRemovedSchema = z.object({ removed: z.boolean() })
