export { type DirectOptions, DirectP2P } from './direct-p2p.js'
