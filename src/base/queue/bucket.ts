// The bucket of a team: one of 64 groups of teams. It never changes, and all buckets have a similar number of teams.

const BUCKETS = 64

/** The last result, because consecutive jobs often belong to the same team. */
let last = { team_id: '', bucket: hashOf('') % BUCKETS }

export function bucketOf(team_id: string): number {
  if (team_id !== last.team_id) last = { team_id, bucket: hashOf(team_id) % BUCKETS }
  return last.bucket
}

/** FNV-1a, with its upper half folded in, because its lowest bits alone are not spread evenly. */
function hashOf(team_id: string): number {
  let hash = 0x81_1c_9d_c5
  for (let index = 0; index < team_id.length; index++) {
    hash = Math.imul(hash ^ team_id.charCodeAt(index), 0x01_00_01_93)
  }
  return (hash >>> 16) ^ (hash & 0xff_ff)
}
