/** The header for the client's address: the library reads addresses from headers only. */
export const CLIENT_ADDRESS_HEADER = 'x-royale-client-address'
