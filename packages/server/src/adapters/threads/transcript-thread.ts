import { workerData } from 'node:worker_threads'
import { giveVocabulary } from '@pleat/core/tokens/given'
import type { TranscriptThreadData } from './transcript-calls.ts'

giveVocabulary((workerData as TranscriptThreadData).vocabulary)
// Loads the core, which uses these tables.
await import('./serve-transcripts.ts')
