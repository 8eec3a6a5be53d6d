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

/** The body of `POST /api/diagnoses/settings`: a keyed digest of each setting, by its variable. */
export const settingDigestsSchema = z.object({ digests: z.record(z.string(), z.string()) })

/** The response of `POST /api/diagnoses/settings`: with which settings the server was started. */
export const runningSettingsSchema = z.object({
  /** The mode and database, in one line. */
  installation: z.string(),
  /** The variables of the settings that differ from the digests of the request. */
  changed: z.array(z.string()),
})

export type RunningSettings = z.infer<typeof runningSettingsSchema>
