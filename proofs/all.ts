import { agentsProof } from './agents.js'
import { alertsProof } from './alerts.js'
import { conformanceProof } from './conformance.js'
import { crashProof } from './crash.js'
import { diskFullProof } from './disk-full.js'
import { faultsProof } from './faults.js'
import { faultsPayloadProof } from './faults-payload.js'
import { fixingsProof } from './fixings.js'
import { fuzzProof } from './fuzz.js'
import { guardProof } from './guard.js'
import { intervalProof } from './interval.js'
import { limitsProof } from './limits.js'
import { limitsFaultsProof } from './limits-faults.js'
import { mutationsProof } from './mutations.js'
import type { Proof } from './proof.js'
import { propertiesProof } from './properties.js'
import { replicasProof } from './replicas.js'
import { replicasBrokenProof } from './replicas-broken.js'
import { secretsProof } from './secrets.js'
import { stopProof } from './stop.js'
import { trackRecordProof } from './track-record.js'
import { truthProof } from './truth.js'
import { wireProof } from './wire.js'

export const proofs: readonly Proof[] = [
  wireProof,
  faultsPayloadProof,
  propertiesProof,
  truthProof,
  intervalProof,
  trackRecordProof,
  crashProof,
  fixingsProof,
  alertsProof,
  agentsProof,
  diskFullProof,
  faultsProof,
  guardProof,
  limitsProof,
  limitsFaultsProof,
  fuzzProof,
  secretsProof,
  stopProof,
  replicasProof,
  replicasBrokenProof,
  conformanceProof,
  mutationsProof,
]
