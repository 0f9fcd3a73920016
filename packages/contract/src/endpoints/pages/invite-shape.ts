import { z } from 'zod'
import { planNames } from '../../endpoint/plans.js'
import { ownWords } from '../../endpoint/type-names.js'
import { isoTime, wireTime } from '../../endpoint/wire-schemas.js'
import type { CreatedInvite, Invite, InviteList, PlanName } from '../../generated/types.js'

const fields = {
  id: z.string(),
  plan: ownWords('PlanName', planNames).meta({ description: 'Plan of the account created with it.' }),
  note: z.string().nullable().meta({ description: 'Name of the invited person.' }),
  created_at: wireTime,
  expires_at: wireTime,
  used_at: wireTime.nullable().meta({ description: 'Null if unused.' }),
}

const inviteSchema: z.ZodType<Invite> = z
  .object(fields)
  .meta({ id: 'Invite', description: 'Link with which one person can register.' })

export const createdInviteSchema: z.ZodType<CreatedInvite> = z
  .object({ ...fields, link: z.string().meta({ description: 'Shown only in this answer.' }) })
  .meta({ id: 'CreatedInvite', description: 'A new invite. The link is shown only in this answer.' })

export const inviteListSchema: z.ZodType<InviteList> = z
  .object({ invites: z.array(inviteSchema).meta({ description: 'Newest first.' }) })
  .meta({ id: 'InviteList' })

export const exampleInvite: Invite = {
  id: 'inv_Hk2QzX97kQ2m4fT9',
  plan: 'Free',
  note: 'Ann of the desk',
  created_at: '2026-11-21T10:00:00.000Z',
  expires_at: '2026-11-28T10:00:00.000Z',
  used_at: null,
}

export const exampleCreatedInvite: CreatedInvite = { ...exampleInvite, link: 'https://rates.example.com/join#V3r7c0d3' }

export const toInviteResponse = (invite: {
  readonly id: string
  readonly plan: PlanName
  readonly note: string | null
  readonly createdAtMs: number
  readonly endsAtMs: number
  readonly usedAtMs: number | null
}): Invite => ({
  id: invite.id,
  plan: invite.plan,
  note: invite.note,
  created_at: isoTime(invite.createdAtMs),
  expires_at: isoTime(invite.endsAtMs),
  used_at: invite.usedAtMs === null ? null : isoTime(invite.usedAtMs),
})
