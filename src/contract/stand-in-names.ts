/** The name that everybody sees of a donor who chose to stay anonymous. */
export const ANONYMOUS = 'Anonymous'

/** The name that everybody but the donor sees in place of a name that is held, denied or hidden. */
export const HELD_NAME = 'A donor'

/** Stands before the number of a team whose name is held, for everybody but its founder. */
export const HELD_TEAM = 'Constellation'

/** Returns whether a shown name is the donor's, and not one in its place. */
export function isNamed(name: string): boolean {
  return name !== ANONYMOUS && name !== HELD_NAME
}
