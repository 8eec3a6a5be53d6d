import { ROUTES } from '#contract/routes.ts'
import type { LimitsUpdate, OwnLimits } from '#contract/spending.ts'
import { callApi } from './api.ts'

/** The address of the form with the limits and the pause. */
export const LIMITS_PAGE = '/me#limits'

export function fetchOwnLimits(): Promise<OwnLimits> {
  return callApi<OwnLimits>(ROUTES.ownLimits)
}

/** Sets the limits; those that are looser than now hold after 24 hours. */
export function saveOwnLimits(limits: LimitsUpdate): Promise<OwnLimits> {
  return callApi<OwnLimits>(ROUTES.ownLimits, { method: 'PUT', body: limits })
}

/** Pauses the donations of this account for 24 hours. */
export function pauseDonations(): Promise<OwnLimits> {
  return callApi<OwnLimits>(ROUTES.ownPause, { method: 'POST', body: {} })
}
