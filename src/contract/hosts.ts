import { z } from 'zod'

/**
 * An e-mail that `ADMIN_EMAIL` or a one-time link names as a host (an administrator); the rights start
 * when an account has confirmed it.
 */
export const hostEntrySchema = z.object({
  email: z.string(),
  by: z.enum(['ADMIN_EMAIL', 'link']),
  isActive: z.boolean(),
})

export type HostEntry = z.infer<typeof hostEntrySchema>

export const hostListSchema = z.object({ hosts: z.array(hostEntrySchema) })

export const hostLinkSchema = z.object({ url: z.string(), expiresAt: z.string() })

export const hostRemovalSchema = z.object({ email: z.string().max(254) })

export const hostRemovedSchema = z.object({ removed: z.boolean() })
