import { workerData } from 'node:worker_threads'
import { giveVocabulary } from '@pleat/core/tokens/given'
import type { CompressionThreadData } from './compression-calls.ts'

giveVocabulary((workerData as CompressionThreadData).vocabulary)
// Loads the core, which uses these tables.
await import('./serve-compression.ts')
