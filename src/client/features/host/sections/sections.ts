import { hasPermission, type HostPermission, type HostRole } from '#contract/host/roles.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { CONSOLE_PATH } from '../router/router.ts'

/** A section of the console: a link in the navigation, an address, and its component. */
export interface Section {
  name: string
  /** A part of the name, where a phone has no room for the whole. */
  shortName?: string
  path: string
  /** The key that opens it, after `g`. */
  key: string
  /** The permissions of which a role needs one to use it. */
  permissions: readonly HostPermission[]
  part: ReturnType<typeof lazyPart<object>>
}

/** All sections, in the order of the navigation. */
export const SECTIONS: readonly Section[] = [
  {
    name: 'Overview',
    path: CONSOLE_PATH,
    key: 'o',
    permissions: ['money'],
    part: lazyPart(async () => (await import('./overview/overview.tsx')).Overview),
  },
  {
    name: 'Donations',
    path: `${CONSOLE_PATH}/donations`,
    key: 'd',
    permissions: ['money'],
    part: lazyPart(async () => (await import('./donations/donations.tsx')).Donations),
  },
  {
    name: 'Names and messages',
    shortName: 'Names',
    path: `${CONSOLE_PATH}/texts`,
    key: 'n',
    permissions: ['moderation'],
    part: lazyPart(async () => (await import('./texts/texts.tsx')).Texts),
  },
  {
    name: 'Campaign',
    path: `${CONSOLE_PATH}/campaign`,
    key: 'c',
    permissions: ['settings'],
    part: lazyPart(async () => (await import('./campaign/campaign.tsx')).Campaign),
  },
  {
    name: 'Rounds',
    path: `${CONSOLE_PATH}/rounds`,
    key: 'r',
    permissions: ['settings'],
    part: lazyPart(async () => (await import('./rounds/rounds.tsx')).Rounds),
  },
  {
    name: 'Choices',
    path: `${CONSOLE_PATH}/choices`,
    key: 'v',
    permissions: ['settings'],
    part: lazyPart(async () => (await import('./choices/choices.tsx')).Choices),
  },
  {
    name: 'Matching',
    path: `${CONSOLE_PATH}/matching`,
    key: 'm',
    permissions: ['settings', 'money'],
    part: lazyPart(async () => (await import('./matching/matching.tsx')).Matching),
  },
  {
    name: 'Constellations',
    path: `${CONSOLE_PATH}/constellations`,
    key: 's',
    permissions: ['moderation'],
    part: lazyPart(
      async () => (await import('./constellations/constellations.tsx')).Constellations,
    ),
  },
  {
    name: 'Providers',
    path: `${CONSOLE_PATH}/providers`,
    key: 'p',
    permissions: ['settings'],
    part: lazyPart(async () => (await import('./providers/providers.tsx')).ProvidersSection),
  },
  {
    name: 'Team',
    path: `${CONSOLE_PATH}/team`,
    key: 't',
    permissions: ['team'],
    part: lazyPart(async () => (await import('./team/team.tsx')).Team),
  },
  {
    name: 'Audit',
    path: `${CONSOLE_PATH}/audit`,
    key: 'a',
    permissions: ['money'],
    part: lazyPart(async () => (await import('./audit/audit.tsx')).Audit),
  },
  {
    name: 'Export',
    path: `${CONSOLE_PATH}/export`,
    key: 'e',
    permissions: ['money'],
    part: lazyPart(async () => (await import('./export/export.tsx')).Export),
  },
]

/** Lists the sections that a role may use. */
export function listSections(role: HostRole): Section[] {
  return SECTIONS.filter(({ permissions }) =>
    permissions.some((permission) => hasPermission(role, permission)),
  )
}

/** Finds the section of an address; below its own it may have others, such as of one donation. */
export function findSection(path: string): Section | undefined {
  return SECTIONS.find(
    (section) =>
      path === section.path ||
      (section.path !== CONSOLE_PATH && path.startsWith(`${section.path}/`)),
  )
}
