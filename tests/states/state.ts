import type { BrowserContext, Page } from '@playwright/test'
import type { Environment } from '../helpers/server/app-server.ts'
import type { BoardName } from './boards.ts'
import type { StateBackend } from './state-backend.ts'

/** A browser page on a backend, before it is opened. */
export interface StateSetup {
  page: Page
  context: BrowserContext
  backend: StateBackend
  /** Opens the page and waits for the board. */
  enter(): Promise<void>
}

/** A state of the product's pages. */
export interface State {
  /** The kebab-case name, which the pictures' files have too. */
  name: string
  board: BoardName
  /** Additional variables of the server. */
  environment?: Environment
  /**
   * The visitor: `newcomer` has not accepted the disclaimer, `visitor` has, `donor` is also signed
   * in.
   */
  who: 'newcomer' | 'visitor' | 'donor'
  /** True if it changes its backend, so that no other state may use that. */
  changesServer?: boolean
  /** True if it is about motion; the others are opened with reduced motion. */
  hasMotion?: boolean
  /** True if it ends by itself within seconds. */
  isBrief?: boolean
  /** Leads the page to the state; returns the window to look at, if it is not the page. */
  reach: (setup: StateSetup) => Promise<Page | void>
}
