import { z } from 'zod'

/** The response of `GET /api/diagnoses/echo`: what the server sees of a request that proxies forward. */
export const requestEchoSchema = z.object({
  /** The protocol and client's address as the server takes them, of its proxies or the connection. */
  protocol: z.string(),
  clientAddress: z.string(),
  host: z.string().nullable(),
  /** The address of the connection's other end. */
  peerAddress: z.string(),
  forwardedFor: z.string().nullable(),
  forwardedProtocol: z.string().nullable(),
})

export type RequestEcho = z.infer<typeof requestEchoSchema>

/** The response of `GET /api/diagnoses/settings`: with which settings the server was started. */
export const runningSettingsSchema = z.object({
  /** The mode and database, in one line. */
  installation: z.string(),
  /** A keyed digest of each setting, by its variable; missing in what older versions say. */
  settings: z.record(z.string(), z.string()).optional(),
})

export type RunningSettings = z.infer<typeof runningSettingsSchema>
