/** `closed`: registration is off. `invite`: registration needs an invite. `open`: every visitor can register. */
export const registrationModes = ['closed', 'invite', 'open'] as const
