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

const SLOTS = GROUPS * 256
const FIRST_ROOM = 64

/** Chains of numbers and not arrays of words: a session has a thousand words, and four thousand short arrays are a megabyte. */
export function createKnownWords(): KnownWords {
  let words: KnownWord[] = []
  /** Place + 1 of the last word filed under a slot, and for each word and group that of the one before it; 0 ends a chain. */
  let heads = new Int32Array(0)
  let links = new Int32Array(0)

  function makeRoom(): void {
    if (heads.length === 0) heads = new Int32Array(SLOTS)
    if (words.length * GROUPS <= links.length) return
    const wider = new Int32Array(Math.max(FIRST_ROOM * GROUPS, links.length * 2))
    wider.set(links)
    links = wider
  }

  function file(word: KnownWord): void {
    words.push(word)
    makeRoom()
    for (let group = 0; group < GROUPS; group++) {
      const slot = slotOf(word.meaning.signs, group)
      links[(words.length - 1) * GROUPS + group] = heads[slot]!
      heads[slot] = words.length
    }
  }

  return {
    add: file,
    keep(isKept) {
      const kept = words.filter(({ key }) => isKept(key))
      words = []
      heads.fill(0)
      for (const word of kept) file(word)
    },
    lookNear({ signs }, look) {
      if (words.length === 0) return
      for (let group = 0; group < GROUPS; group++) {
        for (let at = heads[slotOf(signs, group)]!; at > 0; at = links[(at - 1) * GROUPS + group]!) {
          const word = words[at - 1]!
          if (differing(signs, word.meaning.signs) <= MOST_DIFFERING) look(word)
        }
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
