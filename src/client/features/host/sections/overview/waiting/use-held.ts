import { hostTeamsSchema } from '#contract/host/donor-teams.ts'
import { hasPermission } from '#contract/host/roles.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { hostTextsSchema } from '#contract/host/texts.ts'
import type { ChangeTopic } from '../../../api/changes.ts'
import { useHostData } from '../../../api/use-host-data.ts'
import { useConsole } from '../../../session/console-context.ts'

const TEXTS: readonly ChangeTopic[] = ['texts']

/** The numbers of texts, and of constellations’ names, that a host decides about. */
export interface Held {
  texts: number
  teams: number
}

/**
 * Returns how much is held for a person to decide; none for a role that may not, and what could not
 * be read counts as none. Undefined while it loads.
 */
export function useHeld(): Held | undefined {
  const may = hasPermission(useConsole().account.role, 'moderation')
  const textsPath = may ? `${HOST_ROUTES.texts}?state=waiting&limit=1` : undefined
  const texts = useHostData(textsPath, hostTextsSchema, TEXTS)
  const teams = useHostData(may ? HOST_ROUTES.teams : undefined, hostTeamsSchema, TEXTS)
  const isLoading = [texts, teams].some(({ data, error }) => data === undefined && !error)
  if (may && isLoading) return undefined
  const { pending = 0, flagged = 0 } = texts.data?.counts ?? {}
  return {
    texts: pending + flagged,
    teams: teams.data?.teams.filter(({ held }) => held).length ?? 0,
  }
}
