import { z } from 'zod'
import { hasPermission, type HostPermission, type HostRole } from './roles.ts'

/** The parts of the host's data whose changes the console hears of. */
export const HOST_TOPICS = [
  'donations',
  'money',
  'concerns',
  'audit',
  'texts',
  'presences',
  'campaign',
  'team',
  'providers',
] as const

export type HostTopic = (typeof HOST_TOPICS)[number]

const TOPIC_PERMISSIONS: Record<HostTopic, readonly HostPermission[]> = {
  donations: ['money'],
  money: ['money'],
  concerns: ['money'],
  audit: ['money'],
  texts: ['moderation'],
  presences: ['moderation'],
  campaign: ['settings'],
  team: ['team'],
  providers: ['settings', 'money'],
}

/** Returns the topics of what a role may read. */
export function topicsOf(role: HostRole): HostTopic[] {
  return HOST_TOPICS.filter((topic) =>
    TOPIC_PERMISSIONS[topic].some((permission) => hasPermission(role, permission)),
  )
}

/**
 * The event `topics` of the console's live stream: for each topic a mark, which differs after a
 * change. The first event has all topics of the role, a later one those that have changed.
 */
export const topicMarksSchema = z.partialRecord(z.enum(HOST_TOPICS), z.string())

export type TopicMarks = z.infer<typeof topicMarksSchema>
