import type { ActorRole } from '#contract/host/audit.ts'
import type { HostRole } from '#contract/host/roles.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'

/** The person who acted, and in which role. */
export interface AuditActor {
  id: string
  role: ActorRole
}

/** A host that acts on an item of a mode, and the time, Unix ms. */
export interface HostAction {
  livemode: Livemode
  actor: AuditActor
  at: number
}

/** The actor of what the commands of the operator do. */
export const OPERATOR: AuditActor = { id: 'operator', role: 'operator' }

/** Returns a signed-in user as the actor of an entry. */
export function toActor({ id, role }: { id: string; role: HostRole | null }): AuditActor {
  return { id, role: role ?? 'donor' }
}
