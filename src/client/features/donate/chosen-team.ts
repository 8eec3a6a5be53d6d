import { createContext } from 'react'
import type { TeamChoice } from '#contract/donor-teams/choice.ts'

/**
 * The team that the panel's donation is for, within the panel: null for none, undefined if there is
 * none to choose.
 */
export const ChosenTeamContext = createContext<TeamChoice['teamId']>(undefined)
