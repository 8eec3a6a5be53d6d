/** Carries the address that the server has made out, because the library reads only headers. */
export const CLIENT_ADDRESS_HEADER = 'x-royale-client-address'
