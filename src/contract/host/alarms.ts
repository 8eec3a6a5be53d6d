import { z } from 'zod'
import { concernSchema } from '../concerns.ts'

const MAX_URL = 500

/** The address for alarms besides the hosts' mail: `GET /api/host/alarms`. */
export const alarmSettingsSchema = z.object({
  /** The address that gets each alarm as a Standard Webhook; null for none. */
  webhookUrl: z.string().nullable(),
  /** A sentence about why nothing is sent to the address any more; null while it is used. */
  stopped: z.string().nullable(),
  /** The last messages, the newest first. */
  deliveries: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      concern: z.string(),
      createdAt: z.iso.datetime(),
      attempts: z.int(),
      state: z.enum(['waiting', 'delivered', 'given_up']),
      /** A sentence about the last failure; null without one. */
      error: z.string().nullable(),
    }),
  ),
})

export type AlarmSettings = z.infer<typeof alarmSettingsSchema>

/** The body of `PUT /api/host/alarms`. */
export const alarmSettingsRequestSchema = z.object({
  webhookUrl: z
    .string('Give an address that begins with https://, or none.')
    .trim()
    .max(MAX_URL, `The address must be ${MAX_URL} characters or fewer.`)
    .nullable(),
})

/** The response of requests that make a signing secret, which is shown this once. */
export const alarmSecretSchema = alarmSettingsSchema.extend({
  /** `whsec_` and 32 bytes in base64; null if the secret is the same as before. */
  secret: z.string().nullable(),
})

/** The result of a test message: `POST /api/host/alarms/test`. */
export const alarmTestSchema = z.object({
  isDelivered: z.boolean(),
  /** A sentence for people. */
  message: z.string(),
})

export const ALARM_TYPES = ['alarm.opened', 'alarm.ended', 'alarm.test'] as const

/** The body of a message: https://github.com/standard-webhooks/standard-webhooks. */
export const alarmMessageSchema = z.object({
  type: z.enum(ALARM_TYPES),
  timestamp: z.iso.datetime(),
  data: concernSchema.pick({
    id: true,
    kind: true,
    subject: true,
    message: true,
    provider: true,
    openedAt: true,
    endedAt: true,
    resolution: true,
  }),
})

export type AlarmMessage = z.infer<typeof alarmMessageSchema>
