import { expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { openTestSqlite } from '#tests/helpers/databases/database.ts'
import { explainQueries } from '#tests/helpers/databases/explain.ts'
import { readMarks } from './read-marks.ts'

/** The reads of tables that grow with donations and with what hosts do. */
const LARGE = /^(SEARCH|SCAN) (audit_entries|checkouts|host_refunds|ledger_entries|concerns)\b/

/** The index of the refunds that are on the way, which are few. */
const FEW = 'SCAN host_refunds USING INDEX host_refunds_waiting'

test('no mark is read by a walk through a table that grows', async () => {
  const database = await openTestSqlite()
  const deps = {
    campaign: { current: DEFAULT_CAMPAIGN },
    providerHealth: { reports: () => [] },
    clock: Date.now,
  }
  const steps = await explainQueries(database.reader, (reader) => readMarks({ ...deps, reader }))
  await database.close()
  const found = steps.filter((step) => LARGE.test(step)).join('\n')
  for (const index of [
    /audit_entries USING COVERING INDEX audit_entries_by_action_id \(action=\? AND id>\?\)/,
    /checkouts USING COVERING INDEX checkouts_unsuccessful \(updated_at>\?\)/,
    /host_refunds USING COVERING INDEX host_refunds_finished/,
  ]) {
    expect(found).toMatch(index)
  }
  expect(found.replaceAll(FEW, '')).not.toMatch(/SCAN/)
  expect(steps.join('\n')).not.toMatch(/TEMP B-TREE/)
})
