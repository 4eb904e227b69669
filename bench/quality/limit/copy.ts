/**
 * A copy that shares no mutable object with `value`: plain objects, instances, lists, maps, sets and typed arrays are copied.
 * Keys of maps and members of sets must be immutable.
 */
export function copyOf<Value>(value: Value): Value {
  return copied(value) as Value
}

function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (ArrayBuffer.isView(value)) return (value as Uint8Array).slice()
  if (Array.isArray(value)) return value.map(copied)
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, copied(item)]))
  if (value instanceof Set) return new Set(value)
  const members = Object.entries(value).map(([name, member]) => [name, copied(member)])
  return Object.assign(Object.create(Object.getPrototypeOf(value) as object), Object.fromEntries(members))
}
