import { escapeHtml } from '#server/lib/html.ts';
import type { Site } from './site.ts';

/** What each browser brings itself. */
interface BrowserState {
	/** Of its cookie. */
	theme: string | undefined;
	wasSignedIn: boolean;
	/** Whether room is kept for the line that asks to confirm one's address. */
	hasConfirmBanner: boolean;
}

/** A page's template with everything filled in but what each browser brings. */
export function fillTemplate(template: string, site: Site): (browser: BrowserState) => string {
	const values: Record<string, string> = {
		'%SITE_NAME%': site.name,
		'%COLLEGE_NAME%': site.college,
		'%SUPPORT_EMAIL%': site.supportEmail,
		'%SUPPORT_PHONE%': site.supportPhone,
		'%CAMPUS_ADDRESS%': site.campusAddress,
		'%CLOCK_CHANGES%': JSON.stringify(site.clockChanges),
		'%TEAM%': JSON.stringify(site.team),
		'%GOOGLE_SIGN_IN%': site.hasGoogleSignIn ? 'on' : 'off',
	};
	const filled = template.replace(/%[A-Z_]+%/g, (name) =>
		name in values ? escapeHtml(values[name] ?? '') : name,
	);
	return ({ theme, wasSignedIn, hasConfirmBanner }) => {
		const chosenTheme = theme === 'dark' || theme === 'light' ? theme : undefined;
		const page = filled
			.replace('%THEME%', chosenTheme ?? 'system')
			.replace('%SESSION%', wasSignedIn ? 'open' : 'none')
			.replace('%CONFIRM%', hasConfirmBanner ? 'yes' : 'no');
		return chosenTheme ? withThemeColor(chosenTheme, page) : page;
	};
}

/** The page with the browser's own bar in the theme that was chosen, whichever the device prefers. */
function withThemeColor(theme: 'dark' | 'light', page: string): string {
	return page
		.replace(`(prefers-color-scheme: ${theme})`, 'all')
		.replace(/\(prefers-color-scheme: \w+\)/, 'not all');
}
