/**
 * The paths of the calls of hosts and operators, shared by the console and the server. They stand
 * apart from those that every visitor loads.
 */
export const HOST_ROUTES = {
  hosts: '/api/hosts',
  links: '/api/hosts/links',
  removals: '/api/hosts/removals',
  claims: '/api/host/claims',
  live: '/api/host/live',
  campaign: '/api/host/campaign',
  rounds: '/api/host/rounds',
  choices: '/api/host/choices',
  matches: '/api/host/matches',
  alarms: '/api/host/alarms',
  alarmSecret: '/api/host/alarms/secret',
  alarmTest: '/api/host/alarms/test',
  pictures: '/api/host/campaign/pictures',
  health: '/api/host/health',
  providers: '/api/host/providers',
  drills: '/api/host/drills',
  reviews: '/api/host/reviews',
  summary: '/api/host/summary',
  days: '/api/host/days',
  screening: '/api/host/screening',
  texts: '/api/host/texts',
  team: '/api/host/team',
  audit: '/api/host/audit',
  donations: '/api/host/donations',
  exports: '/api/host/exports',
  reconciliations: '/api/reconciliations',
  diagnoses: '/api/diagnoses',
  requestEcho: '/api/diagnoses/echo',
} as const
