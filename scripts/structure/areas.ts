/** A part of the house, as docs/architecture.md names them under 'Who may import whom'. */
export type Area = (typeof AREAS)[number]

export const AREAS = [
  'contract',
  'client/ui',
  'client/lib',
  'client/features',
  'client/app',
  'server/infra',
  'server/payments',
  'server/http',
  'server/features',
  'server/app',
  'sandbox',
] as const

const OWN_FOLDERS: [folder: string, area: Area][] = [
  ['src/contract/', 'contract'],
  ['src/client/ui/', 'client/ui'],
  ['src/client/lib/', 'client/lib'],
  ['src/client/features/', 'client/features'],
  ['src/client/', 'client/app'],
  ['src/server/infra/', 'server/infra'],
  ['src/server/payments/', 'server/payments'],
  ['src/server/http/', 'server/http'],
  ['src/server/features/', 'server/features'],
  ['src/server/', 'server/app'],
  ['sandbox/', 'sandbox'],
]

/** What each area may import besides itself. */
export const MAY_IMPORT: Record<Area, readonly Area[]> = {
  contract: [],
  'client/ui': ['contract'],
  'client/lib': ['contract'],
  'client/features': ['client/ui', 'client/lib', 'contract'],
  'client/app': ['client/features', 'client/ui', 'client/lib', 'contract'],
  'server/infra': ['contract'],
  'server/payments': ['server/infra', 'contract'],
  'server/http': ['contract'],
  'server/features': ['server/infra', 'server/payments', 'server/http', 'contract'],
  'server/app': [
    'server/features',
    'server/http',
    'server/payments',
    'server/infra',
    'contract',
    'sandbox',
  ],
  sandbox: [],
}

/** Packages an area is limited to; areas that are not named may use any that package.json has. */
export const ONLY_PACKAGES: Partial<Record<Area, readonly string[]>> = { contract: ['zod'] }

/** The area that a file belongs to; undefined for tests/, scripts/ and what else builds the house. */
export function areaOf(path: string): Area | undefined {
  return OWN_FOLDERS.find(([folder]) => path.startsWith(folder))?.[1]
}

/** The feature that a file belongs to, such as `src/server/features/ledger`. */
export function featureOf(path: string): string | undefined {
  return /^src\/(?:client|server)\/features\/[^/]+(?=\/)/.exec(path)?.[0]
}

/** Code that only tests run: it may reach where its subject may not. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.startsWith('tests/')
}
