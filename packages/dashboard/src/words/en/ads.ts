export { ads } from '@p2p-rates/contract/words/en'
