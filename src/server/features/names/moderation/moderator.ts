import type { User } from '#server/http/guards/session.ts'

/** The host who decides, by a name that other hosts read. */
export interface Moderator extends Pick<User, 'id' | 'role'> {
  name: string
}

/** Returns a host as others of the team see them: by the part of the address before the @. */
export function toModerator({ id, role, email }: User): Moderator {
  return { id, role, name: email.split('@')[0] ?? '' }
}
