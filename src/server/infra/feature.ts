import type { FastifyPluginAsync } from 'fastify'

/** One feature of the server: what it answers, and when its own work begins and ends. */
export interface Feature {
  /** Answers the feature's routes. */
  routes?: FastifyPluginAsync
  /** Reads what must be known before any feature starts. */
  load?: () => Promise<void>
  /** Begins the feature's work, before the server listens. */
  start?: () => Promise<void> | void
  /** Begins work that needs the server to listen: the embedded sandbox answers on its own port. */
  listen?: () => void
  /** Ends what would keep connections open, before the server stops. */
  disconnect?: () => Promise<void> | void
  /** Ends the feature's work; features that were listed later have ended theirs by then. */
  close?: () => Promise<void> | void
}
