import type { BrowserContext, Page } from '@playwright/test'
import type { Environment } from '../helpers/app-server.ts'
import type { BoardName } from './boards.ts'
import type { StateBackend } from './state-backend.ts'

/** Somebody's browser on a world, before the page is opened. */
export interface StateSetup {
  page: Page
  context: BrowserContext
  backend: StateBackend
  /** Opens the page and waits for the board. */
  enter(): Promise<void>
}

/** Something that the product can look like. */
export interface State {
  /** Kebab-case: its pictures are named by it. */
  name: string
  board: BoardName
  /** What the server is started with besides. */
  environment?: Environment
  /** `newcomer` has not accepted the disclaimer, `visitor` has, `donor` is also signed in. */
  who: 'newcomer' | 'visitor' | 'donor'
  /** Whether it changes its world so that no other state may follow in it. */
  changesServer?: boolean
  /** Whether it is about motion; the others are looked at by somebody who prefers less of it. */
  hasMotion?: boolean
  /** Whether it passes by itself within seconds. */
  isBrief?: boolean
  /** Leads there; answers the window to look at, where it is not the stage's page. */
  reach: (setup: StateSetup) => Promise<Page | void>
}
