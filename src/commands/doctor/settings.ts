import type { RunningSettings } from '#contract/host/diagnosis.ts'
import type { Config } from '#server/config.ts'
import { loadSecrets } from '#server/secrets.ts'
import { digestSettings, findChanged } from '#server/setting-digests.ts'
import { ok, trouble, unknown, type Finding } from './finding.ts'

const NAME = 'Settings'

/**
 * Compares the settings that this command reads with those with which the running server was started:
 * what the server says of its keys is of the latter.
 */
export function checkSettings(
  { settingTexts, dataDir }: Pick<Config, 'settingTexts' | 'dataDir'>,
  running: RunningSettings | undefined,
): Finding {
  const settings = running?.settings
  if (settings === undefined) {
    const sentence = 'The server is of an earlier version, which does not tell with which it runs.'
    return unknown(NAME, sentence)
  }
  const own = digestSettings(settingTexts, loadSecrets(dataDir).operatorToken)
  const changed = findChanged(settings, own)
  if (changed.length === 0) return ok(NAME, 'The server runs with those that are set now.')
  return trouble(
    NAME,
    `The server was started with other values of ${changed.join(', ')}, which it keeps, and its lines below are about those. Restart it, then run this again.`,
  )
}
