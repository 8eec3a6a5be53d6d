/** The part of the global `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>
