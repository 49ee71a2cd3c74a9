import type { TeamMember } from '#contract/core/team.ts';
import type { UtcOffsetChanges } from '#contract/core/time-zone.ts';

/** What differs between installations, and is in every page. */
export interface Site {
	/** Of the market. */
	name: string;
	/** Its name. */
	college: string;
	supportEmail: string;
	supportPhone: string;
	campusAddress: string;
	/** When the college’s local time changes, and to what. */
	utcOffsetChanges: UtcOffsetChanges;
	team: readonly TeamMember[];
	/** Whether Google sign-in is configured; otherwise its buttons are hidden. */
	hasGoogleSignIn: boolean;
}
