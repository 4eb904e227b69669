import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createStaticVectors, type StaticVectors, type StaticVectorTable } from '@pleat/core'
import { coreDataFile } from '../built-files.ts'

interface TableDescription {
  readonly dimensions: number
  readonly vectors: { readonly sha256: string }
  readonly vocabulary: { readonly sha256: string }
}

/**
 * Reads the table of static vectors that belongs to the core. Throws if a file is missing or differs from its
 * description: another table would choose other excerpts, and change the bytes of a continued session.
 */
export function loadStaticVectors(): StaticVectors {
  return createStaticVectors(readStaticVectorTable())
}

/** Reads the table itself, for callers that need its words too. Throws like `loadStaticVectors`. */
export function readStaticVectorTable(): StaticVectorTable {
  const description = JSON.parse(readDataFile('static-vectors.json').toString('utf8')) as TableDescription
  const bytes = readDataFile('static-vectors.bin')
  const vocabulary = readDataFile('static-vectors.txt')
  check(bytes, description.vectors.sha256)
  check(vocabulary, description.vocabulary.sha256)
  const pieces = vocabulary.toString('latin1').trimEnd().split('\n')
  return { dimensions: description.dimensions, vocabulary: pieces, bytes }
}

function readDataFile(name: string): Buffer {
  return readFileSync(coreDataFile(name))
}

function check(bytes: Buffer, sha256: string): void {
  if (hash('sha256', bytes, 'hex') !== sha256)
    throw new Error('The table of static vectors does not match its checksum.')
}
