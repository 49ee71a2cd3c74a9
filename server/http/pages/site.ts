import type { TeamMember } from '#contract/core/team.ts';
import type { UtcOffsetChanges } from '#contract/core/time-zone.ts';

/** Values of an installation that every page contains. */
export interface Site {
	/** Name of the market. */
	name: string;
	/** Name of the college. */
	college: string;
	supportEmail: string;
	supportPhone: string;
	campusAddress: string;
	/** When the college’s local time changes, and to what. */
	utcOffsetChanges: UtcOffsetChanges;
	team: readonly TeamMember[];
	/** Whether Google sign-in is configured; if not, its buttons are hidden, or in the demo say how to set it up. */
	googleSignIn: 'on' | 'off' | 'explained';
}
