import { isRepeatable } from './database-errors.ts'

const MOST_ATTEMPTS = 5

/** Does a write again when the server has given it up for another one, which it then rolled back: a deadlock, say. */
export async function repeatLostRaces<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isRepeatable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}

/** The same object, with some of its methods done again after a lost race. */
export function repeating<Store extends object>(store: Store, names: readonly (keyof Store)[]): Store {
  const repeated = { ...store }
  for (const name of names) {
    const method = store[name] as (...all: unknown[]) => Promise<unknown>
    repeated[name] = ((...all: unknown[]) => repeatLostRaces(() => method(...all))) as Store[typeof name]
  }
  return repeated
}
