import { z } from 'zod'

const day = z.iso.date('Write days as in 2026-11-22.').optional()

/** The query of the exports: the first and the last day, inclusive, in the campaign's time zone. */
export const exportQuerySchema = z.object({ from: day, to: day })
