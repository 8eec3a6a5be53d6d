import { z } from 'zod'

/** `unknown` where the server cannot tell: it is never shown as `ok`. */
export const healthStateSchema = z.enum(['ok', 'warning', 'failing', 'unknown'])

export type HealthState = z.infer<typeof healthStateSchema>

export const healthCheckSchema = z.object({
  /** The same id for the same check. */
  id: z.string(),
  name: z.string(),
  state: healthStateSchema,
  /** The time that the sentence is about; null if there is none. */
  since: z.iso.datetime().nullable(),
  sentence: z.string(),
})

export type HealthCheck = z.infer<typeof healthCheckSchema>

/** The response of `GET /api/host/health`. */
export const hostHealthSchema = z.object({
  at: z.iso.datetime(),
  checks: z.array(healthCheckSchema),
})

export type HostHealth = z.infer<typeof hostHealthSchema>
