import { createContext, useContext, type ComponentType } from 'react'

/** Shows the crowns of the rows below it; undefined while there are none. */
export const CrownsContext = createContext<ComponentType<{ id: string }> | undefined>(undefined)

/** Holds the place of a row's crowns, whose code comes only where the host has turned them on. */
export function CrownSlot({ id }: { id: string }) {
  const RowCrowns = useContext(CrownsContext)
  return RowCrowns && <RowCrowns id={id} />
}
