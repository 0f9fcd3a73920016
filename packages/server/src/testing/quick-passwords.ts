/** Passwords of test servers are scrypt of 2^4 rounds, instead of 2^17. */
export const quickLogCost = 4
