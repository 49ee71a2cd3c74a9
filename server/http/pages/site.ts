import type { TeamMember } from '#contract/core/team.ts';
import type { UtcOffsetChanges } from '#contract/core/time-zone.ts';

/** What the pages say of the place they serve. */
export interface Site {
	name: string;
	college: string;
	supportEmail: string;
	supportPhone: string;
	campusAddress: string;
	clockChanges: UtcOffsetChanges;
	team: readonly TeamMember[];
	/** Whether a sign-in provider is configured: without one its buttons are not shown. */
	hasGoogleSignIn: boolean;
}
