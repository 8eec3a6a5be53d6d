/** The test cards that the sandbox knows: https://docs.stripe.com/testing */
export const TEST_CARDS: Record<string, 'pays' | 'declined' | 'disputed' | 'delayed'> = {
  '4242424242424242': 'pays',
  '4000000000000002': 'declined',
  '4000000000000259': 'disputed',
  '4000000000000077': 'delayed',
}
