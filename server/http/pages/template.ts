import type { HomeRow } from '#contract/core/cookies.ts';
import type { TeamMember } from '#contract/core/team.ts';
import type { UtcOffsetChanges } from '#contract/core/time-zone.ts';
import { escapeHtml } from '#server/lib/html.ts';

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

/** Values that differ per browser. */
interface BrowserState {
	/** From the theme cookie. */
	theme: string | undefined;
	wasSignedIn: boolean;
	/** Whether to reserve space for the banner that asks to confirm the email address. */
	hasConfirmBanner: boolean;
	/** Rows of the home page to reserve space for. */
	homeRows: readonly HomeRow[];
}

/** Fills the site's values into a page template; the returned function adds the values of a browser. */
export function fillTemplate(template: string, site: Site): (browser: BrowserState) => string {
	const values: Record<string, string> = {
		'%SITE_NAME%': site.name,
		'%COLLEGE_NAME%': site.college,
		'%SUPPORT_EMAIL%': site.supportEmail,
		'%SUPPORT_PHONE%': site.supportPhone,
		'%CAMPUS_ADDRESS%': site.campusAddress,
		'%UTC_OFFSET_CHANGES%': JSON.stringify(site.utcOffsetChanges),
		'%TEAM%': JSON.stringify(site.team),
		'%GOOGLE_SIGN_IN%': site.googleSignIn,
	};
	const filled = template.replace(/%[A-Z_]+%/g, (name) =>
		name in values ? escapeHtml(values[name] ?? '') : name,
	);
	return ({ theme, wasSignedIn, hasConfirmBanner, homeRows }) => {
		const chosenTheme = theme === 'dark' || theme === 'light' ? theme : undefined;
		const page = filled
			.replace('%THEME%', chosenTheme ?? 'system')
			.replace('%SESSION%', wasSignedIn ? 'open' : 'none')
			.replace('%CONFIRM%', hasConfirmBanner ? 'yes' : 'no')
			.replace('%HOME%', homeRows.join(' '));
		return chosenTheme ? withThemeColor(chosenTheme, page) : page;
	};
}

/** Sets the colour of the browser's toolbar to the chosen theme, regardless of the device's preference. */
function withThemeColor(theme: 'dark' | 'light', page: string): string {
	return page
		.replace(`(prefers-color-scheme: ${theme})`, 'all')
		.replace(/\(prefers-color-scheme: \w+\)/, 'not all');
}
