export { createFakeP2P, type FakeP2P } from './fake-p2p.js'
export type { FakeAnswers, FakeFailure, FakeName, FakeOptions, FakeRequest } from './fake-server.js'
