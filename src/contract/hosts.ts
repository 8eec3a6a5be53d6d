import { z } from 'zod'

/** An account that is a host, or will be once its address is confirmed. */
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
