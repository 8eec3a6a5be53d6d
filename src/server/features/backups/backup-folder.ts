import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findOutdated } from './retention.ts'

const NAME = /^donation-royale-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.zst$/

/** Returns the file of a scheduled backup; its name says when it began. */
export function nameBackup(folder: string, time: number): string {
  const [moment = ''] = new Date(time).toISOString().replaceAll(':', '-').split('.')
  return join(folder, `donation-royale-${moment}Z.tar.zst`)
}

/** Returns the time of the newest scheduled backup in a folder, Unix ms; undefined without any. */
export function findNewest(folder: string): number | undefined {
  const times = listTimes(folder)
  return times.length === 0 ? undefined : Math.max(...times)
}

/** Deletes the scheduled backups that are kept no longer. Other files in the folder stay. */
export function deleteOutdated(folder: string, now: number): void {
  for (const time of findOutdated(listTimes(folder), now)) rmSync(nameBackup(folder, time))
}

function listTimes(folder: string): number[] {
  return listFiles(folder).flatMap((name) => {
    const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
    return day === undefined ? [] : [Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)]
  })
}

/** Returns the names in a folder; none if it cannot be read, for then no backup can be made either. */
function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
