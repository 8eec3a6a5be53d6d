import { z } from 'zod'
import { HOST_ROLES } from '#contract/host/roles.ts'

/*
 * The responses of the routes of accounts. None of them contains a session's token: scripts of the
 * page must not be able to read it.
 */

const moment = z.union([z.date(), z.string()])

const userView = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
  createdAt: moment,
  updatedAt: moment,
})

export const signedInView = z.object({ user: userView })

export const signInView = z.union([
  z.object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.string()) }),
  signedInView,
])

export const signOutView = z.object({ success: z.boolean() })

/** The response of a route that has only done something. */
export const doneView = z.object({ status: z.literal(true) })

export const DONE: z.infer<typeof doneView> = { status: true }

export const statusView = z
  .object({})
  .transform(() => ({ status: true as const }))
  .pipe(doneView)

export const enrolmentView = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) })

export const recoveryCodesView = z.object({ backupCodes: z.array(z.string()) })

export const passkeyView = z.object({
  id: z.string(),
  name: z
    .string()
    .nullish()
    .transform((value) => value ?? '')
    .pipe(z.string()),
  createdAt: moment,
  /** True if the key is also kept outside the device, such as in a password manager. */
  backedUp: z.boolean(),
})

/** Puts the library's list into an object, as `passkeyListView` has it. */
export const passkeysView = z.array(passkeyView).transform((passkeys) => ({ passkeys }))

export const passkeyListView = z.object({ passkeys: z.array(passkeyView) })

export const sessionUserView = userView.extend({
  twoFactorEnabled: z
    .boolean()
    .nullish()
    .transform((value) => value === true)
    .pipe(z.boolean()),
  isHost: z.boolean(),
  role: z.enum(HOST_ROLES).nullable(),
  mayDeleteTestDonations: z.boolean(),
})

export const sessionView = z.object({
  id: z.string(),
  createdAt: moment,
  updatedAt: moment,
  expiresAt: moment,
  secondFactorAt: moment
    .nullish()
    .transform((value) => value ?? null)
    .pipe(moment.nullable()),
})

/** The response of `GET /api/auth/get-session`; null if nobody is logged in. */
export const currentSessionView = z
  .object({ session: sessionView, user: sessionUserView })
  .nullable()

export const sessionEntryView = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  createdAt: z.string(),
  /** Exact to a day, because a session is renewed once a day. */
  lastUsedAt: z.string(),
  userAgent: z.string(),
  address: z.string(),
})

export type SessionEntry = z.infer<typeof sessionEntryView>
