import { loadTalks } from './bench/statements/load-talks.ts'
import { measureTalks } from './bench/statements/measure.ts'
import { tokensOf } from './bench/statements/engine.ts'
for (const m of measureTalks(loadTalks().filter(t=>t.id===process.argv[2]))) for (const p of m.probes) console.log(p.probe.ask, tokensOf(p.original), tokensOf(p.sent), p.faults.map(f=>f.what+' '+f.pattern), 'NEWEST', p.newest.map(f=>f.what+' '+f.pattern))
