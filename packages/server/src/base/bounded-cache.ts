import { LRUCache } from 'lru-cache'

/** At most `most` values; those not used for longest go. Unlike `max`, this reserves no memory before the values come. */
export const createBoundedCache = <Key extends {}, Value extends {}>(most: number): LRUCache<Key, Value> =>
  new LRUCache<Key, Value>({ maxSize: most, sizeCalculation: () => 1 })
