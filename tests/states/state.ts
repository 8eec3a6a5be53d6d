import type { BrowserContext, Page } from '@playwright/test'
import type { StateBackend, StateBackendOptions } from './state-backend.ts'

/** A browser page on a backend, before it is opened. */
export interface StateSetup {
  page: Page
  context: BrowserContext
  backend: StateBackend
  /** Opens the page and waits for the board. */
  enter(): Promise<void>
}

/** A state of the product's pages. */
export interface State extends StateBackendOptions {
  /** The kebab-case name, which the pictures' files have too. */
  name: string
  /**
   * The visitor: `newcomer` has not accepted the disclaimer, `visitor` has, `donor` is also signed
   * in; `host` and `moderator` are of the team.
   */
  who: 'newcomer' | 'visitor' | 'donor' | 'host' | 'moderator'
  /** True if it changes its backend, so that no other state may use that. */
  changesServer?: boolean
  /** True if it is about motion; the others are opened with reduced motion. */
  hasMotion?: boolean
  /** True if it ends by itself within seconds. */
  isBrief?: boolean
  /** True if it takes so long to make that only pictures are made of it. */
  isHuge?: boolean
  /** Leads the page to the state; returns the window to look at, if it is not the page. */
  reach: (setup: StateSetup) => Promise<Page | void>
}
