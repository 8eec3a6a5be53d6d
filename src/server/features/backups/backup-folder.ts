import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findOutdated } from './retention.ts'

const NAME = /^donation-royale-([\da-f]{8})-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.zst$/

/** The time by which a backup may be of the future, ms: clocks differ, and are sometimes set. */
const MAX_AHEAD_MS = 5 * 60_000

/** The scheduled backups of one installation; several may share a folder. */
export interface BackupFolder {
  folder: string
  installationId: string
}

/** Returns the file of a scheduled backup; its name says of which installation, and when it began. */
export function nameBackup({ folder, installationId }: BackupFolder, time: number): string {
  return join(folder, `donation-royale-${shorten(installationId)}-${formatMoment(time)}.tar.zst`)
}

/** Returns a time, UTC to the second, as the names of backups have it. */
export function formatMoment(time: number): string {
  const [moment = ''] = new Date(time).toISOString().replaceAll(':', '-').split('.')
  return `${moment}Z`
}

/**
 * Returns the time of the newest scheduled backup, Unix ms; undefined without any. One that is named
 * after a time to come, because the clock was wrong, does not count.
 */
export async function findNewest(place: BackupFolder, now: number): Promise<number | undefined> {
  const times = (await listTimes(place)).filter((time) => time <= now + MAX_AHEAD_MS)
  return times.length === 0 ? undefined : Math.max(...times)
}

/**
 * Deletes the scheduled backups that are kept no longer; returns the errors of those that cannot be
 * deleted. Other files in the folder stay.
 */
export async function deleteOutdated(place: BackupFolder, now: number): Promise<unknown[]> {
  return findOutdated(await listTimes(place), now).flatMap((time) => {
    try {
      rmSync(nameBackup(place, time))
      return []
    } catch (error) {
      return [error]
    }
  })
}

async function listTimes({ folder, installationId }: BackupFolder): Promise<number[]> {
  return (await listFiles(folder)).flatMap((name) => {
    const [, id, day, hours, minutes, seconds] = NAME.exec(name) ?? []
    return day === undefined || id !== shorten(installationId)
      ? []
      : [Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)]
  })
}

/** Returns the mark of an installation in the names of its backups. */
export function shorten(installationId: string): string {
  return createHash('sha256').update(installationId).digest('hex').slice(0, 8)
}

/** Returns the names in a folder; none if it cannot be read, for then no backup can be made either. */
async function listFiles(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch {
    return []
  }
}
