import { createContext } from 'react'

/** True within a board of teams, on which the own row is that of the viewer's team. */
export const TeamBoardContext = createContext(false)
