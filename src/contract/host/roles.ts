/** The roles of the hosts, the one with the most rights first. */
export const HOST_ROLES = ['owner', 'treasurer', 'moderator'] as const

export type HostRole = (typeof HOST_ROLES)[number]

/**
 * A part of the host's side: the campaign and all settings, money and exports, names and messages,
 * or the team.
 */
export type HostPermission = 'settings' | 'money' | 'moderation' | 'team'

const PERMISSIONS: Record<HostRole, readonly HostPermission[]> = {
  owner: ['settings', 'money', 'moderation', 'team'],
  treasurer: ['money'],
  moderator: ['moderation'],
}

/** Returns whether a role has a permission; an account that is no host has none. */
export function hasPermission(role: HostRole | null, permission: HostPermission): boolean {
  return role !== null && PERMISSIONS[role].includes(permission)
}

/** Returns whether a role may act with real money only after showing a second factor. */
export function needsSecondFactor(role: HostRole): boolean {
  return role !== 'moderator'
}
