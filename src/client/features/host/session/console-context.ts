import { createContext, use } from 'react'
import type { PaymentsMode } from '#contract/config.ts'
import type { HostRole } from '#contract/host/roles.ts'
import type { HostAccount } from './host-session.ts'

/** The account that uses the console, and the kind of money that it shows. */
export interface ConsoleContext {
  account: HostAccount & { role: HostRole }
  mode: PaymentsMode
  /** Opens the own account, where a second factor is set up. */
  openAccount: () => void
}

const Context = createContext<ConsoleContext | undefined>(undefined)

export const ConsoleProvider = Context.Provider

export function useConsole(): ConsoleContext {
  const context = use(Context)
  if (context === undefined) throw new Error('A section was rendered outside of the console.')
  return context
}
