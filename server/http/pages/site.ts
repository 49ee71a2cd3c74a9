import type { TeamMember } from '#contract/core/team.ts';
import type { UtcOffsetChanges } from '#contract/core/time-zone.ts';

/** Site-specific values in every page. */
export interface Site {
	name: string;
	college: string;
	supportEmail: string;
	supportPhone: string;
	campusAddress: string;
	utcOffsetChanges: UtcOffsetChanges;
	team: readonly TeamMember[];
	/** Whether Google sign-in is configured; otherwise its buttons are hidden. */
	hasGoogleSignIn: boolean;
}
