/** The named sets of colours that the page knows; the first is the default. */
export const PALETTES = ['galaxy', 'aurora', 'ember', 'nebula', 'ocean', 'moonlight'] as const
