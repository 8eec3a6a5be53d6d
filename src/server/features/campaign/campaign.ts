import type { Logger } from 'pino'
import { AppError } from '#contract/app-error.ts'
import type { Campaign } from '#contract/campaign.ts'
import { isTakingDonations } from '#contract/campaign/availability.ts'
import type { CampaignChange, HostCampaign } from '#contract/campaign/settings.ts'
import { formatAmount } from '#contract/money.ts'
import { reportFailure } from '#server/infra/log-failure.ts'
import type { AuditActor } from '#server/features/audit/audit.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import { coalesce } from '#server/infra/coalesce.ts'
import type { Database, Reader } from '#server/infra/database/database.ts'
import { gatherReads } from '#server/infra/database/gather-reads.ts'
import { listLocked, type CampaignFile } from './campaign-file.ts'
import { hasPicture } from './pictures/pictures-store.ts'
import { hashOf } from './pictures/picture-hash.ts'
import { requirePayable } from './payable-amounts.ts'
import { resolveCampaign, toStored, type ConfiguredLimits } from './resolve.ts'
import { publishVersion, readLatest, readLatestAt, type StoredVersion } from './store.ts'

export type { CampaignFile }

/** The pause between two polls, ms; they make up for lost hints. */
const POLL_INTERVAL_MS = 1_000

/** The parts of a campaign that hosts run, and do not publish; one that there is none of is missing. */
export type CampaignParts = Pick<Campaign, 'round' | 'lastRound' | 'choices' | 'matches'>

export interface CampaignDeps {
  database: Database
  bus: Bus
  /** The limits of the configuration. */
  limits: ConfiguredLimits
  /** The settings that win over those of the console; undefined if there is no file. */
  file: CampaignFile | undefined
  /** Reads what the page shows besides at the time of now; nothing if it is left out. */
  readParts?: (reader: Reader) => Promise<CampaignParts>
  clock: () => number
  logger: Pick<Logger, 'debug' | 'error'>
}

/** The campaign of this installation, as this node knows it. */
export interface LiveCampaign {
  /** The latest campaign; after a publication on another node it follows within a second. */
  readonly current: Campaign
  /** The limits of one donation; each read gives the latest. */
  readonly limits: ConfiguredLimits
  /** Reads the campaign, and publishes what the campaign file changes. */
  load(): Promise<void>
  /** Follows publications until `close`. */
  start(): void
  close(): void
  /** Calls `listener` after each change; returns a function that unsubscribes. */
  onChange(listener: (campaign: Campaign) => void): () => void
  /** Returns the campaign as it was at a time, Unix ms. */
  findAt(time: number): Promise<Campaign>
  /** Returns the campaign with what a host must know to change it. */
  toHostView(): HostCampaign
  /**
   * Publishes a host's change of the version that they have read. Fails with `already-exists` if it
   * is not the latest, and with `failed-precondition` for a field that the campaign file sets.
   */
  publish(publication: Publication): Promise<void>
  /** Fails unless a donation of this amount can begin now. */
  requireDonation(amountCents: number): void
}

export interface Publication {
  /** The version that the host has read; undefined if they named none. */
  base: number | undefined
  change: CampaignChange
  actor: AuditActor
}

export function createCampaign(deps: CampaignDeps): LiveCampaign {
  return new StoredCampaign(deps)
}

class StoredCampaign implements LiveCampaign {
  current: Campaign
  readonly limits: ConfiguredLimits
  readonly #deps: CampaignDeps
  readonly #listeners = new Set<(campaign: Campaign) => void>()
  readonly #refresh = coalesce(() => this.#read())
  #stop = () => {}

  readonly #findVersion: (time: number) => Promise<StoredVersion | undefined>

  constructor(deps: CampaignDeps) {
    this.#deps = deps
    this.#findVersion = gatherReads((times) => readLatestAt(deps.database.reader, times))
    this.current = resolveCampaign(0, this.#fileSettings('UTC'), deps.limits)
    this.limits = followLimits(() => this.current)
  }

  async load(): Promise<void> {
    await this.#read()
    const { version, timeZone } = this.current
    const change = this.#fileSettings(timeZone)
    if (Object.keys(change).length === 0) return
    const { database, clock } = this.#deps
    // Another node may publish the same file at the same moment: then there is nothing left to do.
    await database.write(publishVersion, { base: version, change, at: clock(), by: null })
    await this.#read()
  }

  start(): void {
    const { bus, logger } = this.#deps
    const refresh = () => {
      this.#refresh().catch(reportFailure(logger, 'the campaign could not be read'))
    }
    const unsubscribe = bus.subscribe(refresh)
    const timer = setInterval(refresh, POLL_INTERVAL_MS).unref()
    this.#stop = () => {
      clearInterval(timer)
      unsubscribe()
    }
  }

  close(): void {
    this.#stop()
  }

  onChange(listener: (campaign: Campaign) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async findAt(time: number): Promise<Campaign> {
    const found = await this.#findVersion(time)
    if (found === undefined) throw new Error(`No campaign was read for the time ${time}.`)
    return resolveCampaign(found.version, found.settings, this.#deps.limits)
  }

  toHostView(): HostCampaign {
    const { file, limits } = this.#deps
    return {
      campaign: this.current,
      locked: listLocked(file),
      file: file?.path ?? null,
      mostCents: limits.maxCents,
    }
  }

  async publish({ base, change, actor }: Publication): Promise<void> {
    const { database, bus, clock } = this.#deps
    if (base === undefined) throw this.#conflict(change)
    const stored = toStored(change, change.timeZone ?? this.current.timeZone)
    this.#requireUnlocked(stored)
    const { amounts, spendingLimits } = stored
    if (amounts !== undefined || spendingLimits !== undefined) {
      const next = {
        amounts: amounts ?? this.current.amounts,
        spendingLimits: spendingLimits ?? this.current.spendingLimits,
      }
      requirePayable(next, this.#deps.limits.maxCents)
    }
    await this.#requirePicture(stored.picture)
    const write = { base, change: stored, at: clock(), by: actor }
    const version = await database.write(publishVersion, write)
    await this.#refresh()
    if (version === null) throw this.#conflict(change)
    bus.publish()
  }

  requireDonation(amountCents: number): void {
    const { minCents, maxCents } = this.current.amounts
    if (!isTakingDonations(this.current, this.#deps.clock())) {
      throw new AppError('failed-precondition', 'Donations are closed.', { reason: 'CLOSED' })
    }
    if (amountCents < minCents) {
      throw new AppError('invalid-argument', `The smallest donation is ${formatAmount(minCents)}.`)
    }
    if (amountCents > maxCents) {
      throw new AppError('invalid-argument', `The largest donation is ${formatAmount(maxCents)}.`)
    }
  }

  async #read(): Promise<void> {
    const { database, limits, readParts } = this.#deps
    const { version, settings } = await readLatest(database.reader)
    const fileSettings = this.#fileSettings(settings.timeZone ?? 'UTC')
    const campaign = resolveCampaign(version, { ...settings, ...fileSettings }, limits)
    const next = { ...campaign, ...(await readParts?.(database.reader)) }
    if (JSON.stringify(next) === JSON.stringify(this.current)) return
    this.current = next
    for (const listener of this.#listeners) listener(next)
  }

  #fileSettings(timeZone: string) {
    const settings = this.#deps.file?.settings ?? {}
    return toStored(settings, settings.timeZone ?? timeZone)
  }

  #conflict(change: CampaignChange): AppError {
    const sentence =
      'The campaign has been changed since you opened it: compare both versions, then publish again.'
    return new AppError('already-exists', sentence, {
      reason: 'CAMPAIGN_CHANGED',
      details: { current: this.current, yours: change },
    })
  }

  /** Lets a whole campaign pass whose locked fields are as the file has them. */
  #requireUnlocked(change: Record<string, unknown>): void {
    const { file } = this.#deps
    const now = new Map<string, unknown>(Object.entries(this.#fileSettings(this.current.timeZone)))
    const field = listLocked(file).find(
      (name) => name in change && JSON.stringify(change[name]) !== JSON.stringify(now.get(name)),
    )
    if (field === undefined) return
    throw new AppError(
      'failed-precondition',
      `The campaign file sets the field ${field}: change it in ${file?.path}, then restart.`,
      { reason: 'CAMPAIGN_FIELD_LOCKED' },
    )
  }

  async #requirePicture(picture: string | null | undefined): Promise<void> {
    const hash = hashOf(picture ?? null)
    if (hash === null || (await hasPicture(this.#deps.database.reader, hash))) return
    throw new AppError(
      'invalid-argument',
      'There is no such picture here any more: upload it again.',
    )
  }
}

/** Returns limits that always are the current ones. */
function followLimits(current: () => Campaign): ConfiguredLimits {
  return {
    get minCents() {
      return current().amounts.minCents
    },
    get maxCents() {
      return current().amounts.maxCents
    },
    get defaultCents() {
      return current().amounts.defaultCents
    },
  }
}
