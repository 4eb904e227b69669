/** What a word means: its vector, and the vector's signs for a quick look. */
export interface WordMeaning {
  readonly vector: Int8Array
  /** 128 bits in four numbers. */
  readonly signs: Int32Array
}

/** A word that others may be merged into. */
export interface KnownWord {
  readonly key: number
  readonly word: string
  readonly meaning: WordMeaning
}

/** Words with their meanings, found by nearness without looking at each of them. */
export interface KnownWords {
  add(word: KnownWord): void
  /** Leaves only the words whose key `isKept`. */
  keep(isKept: (key: number) => boolean): void
  /**
   * Calls `look` with the words that may have a likeness of 0.8 or more, some of them twice: of those that have, 19 in 20
   * are among them, and of all others one in a thousand.
   */
  lookNear(meaning: WordMeaning, look: (word: KnownWord) => void): void
}

/** Of 128 signs, 26 differ on average between vectors of likeness 0.8, and 60 between unrelated ones. */
const MOST_DIFFERING = 42
/** 128 signs in groups of eight: near vectors have at least one group in common. */
const GROUPS = 16

export function createKnownWords(): KnownWords {
  let words: KnownWord[] = []
  let groups: KnownWord[][] = []

  function file(word: KnownWord): void {
    for (let group = 0; group < GROUPS; group++) {
      const slot = slotOf(word.meaning.signs, group)
      const filed = groups[slot]
      if (filed) filed.push(word)
      else groups[slot] = [word]
    }
  }

  return {
    add(word) {
      words.push(word)
      file(word)
    },
    keep(isKept) {
      words = words.filter(({ key }) => isKept(key))
      groups = []
      for (const word of words) file(word)
    },
    lookNear({ signs }, look) {
      for (let group = 0; group < GROUPS; group++) {
        const filed = groups[slotOf(signs, group)]
        if (!filed) continue
        for (const word of filed) if (differing(signs, word.meaning.signs) <= MOST_DIFFERING) look(word)
      }
    },
  }
}

function slotOf(signs: Int32Array, group: number): number {
  return group * 256 + ((signs[group >> 2]! >>> ((group & 3) * 8)) & 255)
}

export function meaningOfVector(vector: Int8Array): WordMeaning {
  const signs = new Int32Array(4)
  const length = Math.min(128, vector.length)
  for (let i = 0; i < length; i++) if (vector[i]! < 0) signs[i >> 5]! |= 1 << (i & 31)
  return { vector, signs }
}

function differing(left: Int32Array, right: Int32Array): number {
  return (
    ones(left[0]! ^ right[0]!) + ones(left[1]! ^ right[1]!) + ones(left[2]! ^ right[2]!) + ones(left[3]! ^ right[3]!)
  )
}

function ones(bits: number): number {
  let sum = bits - ((bits >>> 1) & 0x55555555)
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333)
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
