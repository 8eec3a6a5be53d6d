import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DATABASES } from '#tests/helpers/databases/databases.ts'
import type { Database } from '#server/infra/database/database.ts'
import { publishVersion, readLatestAt } from './store.ts'

describe.each(DATABASES)('the published versions on $name', ({ open }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
  })

  afterEach(() => database.close())

  const publish = (base: number, at: number) =>
    database.write(publishVersion, { base, at, change: { title: `Gala ${base + 1}` }, by: null })

  const versionsAt = async (...times: number[]) => {
    const found = await readLatestAt(database.reader, times)
    return times.map((time) => found.get(time)?.version)
  }

  test('each time has the latest version that was published by then', async () => {
    await publish(0, 1_000)
    await publish(1, 2_000)
    expect(await versionsAt(999, 3_000, 1_000, 1_999, 2_000, 3_000)).toEqual([0, 2, 1, 1, 2, 2])
  })

  test('a version that was published by a clock set back holds from its own time', async () => {
    await publish(0, 2_000)
    await publish(1, 1_000)
    expect(await versionsAt(999, 1_500, 2_500)).toEqual([0, 2, 2])
  })
})
