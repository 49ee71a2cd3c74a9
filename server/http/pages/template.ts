import type { HomeRow } from '#contract/core/cookies.ts';
import { escapeHtml } from '#server/lib/html.ts';
import type { Site } from './site.ts';

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
