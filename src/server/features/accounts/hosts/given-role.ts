import { HOST_ROLES, type HostRole } from '#contract/host/roles.ts'

/** The fields of an account that say whether it was made a host, and in which role. */
export interface GivenRole {
  namedHostAt?: Date | string | null | undefined
  hostRole?: string | null | undefined
}

/** Returns the role that a link or an invitation gave; hosts of before there were roles are owners. */
export function findGivenRole({ namedHostAt, hostRole }: GivenRole): HostRole | null {
  if (namedHostAt === null || namedHostAt === undefined) return null
  if (hostRole === null || hostRole === undefined) return 'owner'
  return HOST_ROLES.find((role) => role === hostRole) ?? null
}
