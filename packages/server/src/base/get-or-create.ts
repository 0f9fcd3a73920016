type KeyedValues<Key, Value> = { get(key: Key): Value | undefined; set(key: Key, value: NoInfer<Value>): unknown }

export function getOrCreate<Key, Value>(values: KeyedValues<Key, Value>, key: Key, create: () => Value): Value {
  const known = values.get(key)
  if (known !== undefined) return known
  const value = create()
  values.set(key, value)
  return value
}
