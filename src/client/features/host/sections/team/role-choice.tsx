import { useId } from 'react'
import { HOST_ROLES, type HostRole } from '#contract/host/roles.ts'
import choice from '#client/ui/choice.module.css'
import { ROLE_WORDS } from './role-words.ts'
import styles from './team.module.css'

export interface RoleChoiceProps {
  chosen: HostRole
}

/** The roles to choose from in a form, each with what it may do; the field is `role`. */
export function RoleChoice({ chosen }: RoleChoiceProps) {
  const id = useId()
  return (
    <fieldset className={styles.roles}>
      <legend>Role</legend>
      {HOST_ROLES.map((role) => (
        <div key={role} className={styles.role}>
          <input
            type="radio"
            className={choice.choice}
            id={`${id}-${role}`}
            name="role"
            value={role}
            defaultChecked={role === chosen}
            aria-describedby={`${id}-${role}-rights`}
          />
          <label htmlFor={`${id}-${role}`}>{ROLE_WORDS[role].name}</label>
          <p id={`${id}-${role}-rights`}>{ROLE_WORDS[role].rights}</p>
        </div>
      ))}
    </fieldset>
  )
}

/** Returns the role that was chosen in a form. */
export function toRole(chosen: string): HostRole {
  return HOST_ROLES.find((role) => role === chosen) ?? 'moderator'
}
