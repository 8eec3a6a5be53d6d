import { createContext, useContext, type ReactNode } from 'react'

/** Renders the crowns of a row by its id; undefined while there are none. */
export const CrownsContext = createContext<((id: string) => ReactNode) | undefined>(undefined)

/** Holds the place of a row's crowns, whose code comes only where the host has turned them on. */
export function CrownSlot({ id }: { id: string }) {
  return useContext(CrownsContext)?.(id)
}
