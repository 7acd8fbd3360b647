import { appendFileSync, readFileSync } from 'node:fs'
import { beforeAll, afterAll, expect } from 'vitest'
const stat = () => { const f = readFileSync('/proc/self/stat','utf8').split(') ')[1]!.split(' '); return { own: (Number(f[11])+Number(f[12]))*10, child: (Number(f[13])+Number(f[14]))*10 } }
let a = stat(), t = performance.now(), e = performance.eventLoopUtilization()
beforeAll(() => { a = stat(); t = performance.now(); e = performance.eventLoopUtilization() })
afterAll(() => { const b = stat(); const u = performance.eventLoopUtilization(e); appendFileSync('/tmp/cpu/log', JSON.stringify({ f: expect.getState().testPath!.split('/h/fast/')[1], db: process.env.DATABASE ?? '', tw: process.env.UNITS??'', own: b.own-a.own, child: b.child-a.child, wall: Math.round(performance.now()-t), idle: Math.round(u.idle), active: Math.round(u.active) })+'\n') })
