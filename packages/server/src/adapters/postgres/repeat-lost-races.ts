import { isRepeatable } from './database-errors.ts'

const MAX_ATTEMPTS = 5

/** Repeats a write after the server rolled it back in favour of another one, as after a deadlock. */
async function repeatLostRaces<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRepeatable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}

/** Returns the same object with some of its methods repeated after a lost race. */
export function repeating<Store extends object>(store: Store, names: readonly (keyof Store)[]): Store {
  const repeated = { ...store }
  for (const name of names) {
    const method = store[name] as (...all: unknown[]) => Promise<unknown>
    repeated[name] = ((...all: unknown[]) => repeatLostRaces(() => method(...all))) as Store[typeof name]
  }
  return repeated
}
