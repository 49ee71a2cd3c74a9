import type { TeamMember } from '#contract/team.ts';

/** What the pages say of the place they serve. */
export interface Site {
	name: string;
	college: string;
	supportEmail: string;
	supportPhone: string;
	campusAddress: string;
	/** As `Asia/Kolkata`. */
	timeZone: string;
	team: readonly TeamMember[];
}
