import type { Feature } from '#server/infra/feature.ts'
import { createEndTokens } from './end-token.ts'
import { Reminders, type RemindersDeps } from './reminders.ts'
import { reminderRoutes, type ReminderRoutesDeps } from './routes.ts'

/** Reminds donors who asked for it that somebody has passed them. */
export function createRemindersFeature(
  options: Omit<RemindersDeps & ReminderRoutesDeps, 'tokens' | 'turnOn'> & { authSecret: string },
): Feature {
  const deps = { ...options, tokens: createEndTokens(options.authSecret) }
  const reminders = new Reminders(deps)
  return {
    routes: reminderRoutes({ ...deps, turnOn: (userId) => reminders.turnOn(userId) }),
    start: () => reminders.start(),
    close: () => reminders.close(),
  }
}
