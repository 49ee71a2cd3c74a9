import type { TeamMember } from '#contract/core/team.ts';
import type { UtcOffsetChanges } from '#contract/core/time-zone.ts';

const name = readMeta('site-name', 'Passdown');

/** Data about this installation, which the server writes into the page's meta elements. */
export const site = {
	name,
	/** The suffix of page titles; different in the back-office. */
	title: readMeta('site-title', name),
	college: readMeta('college-name', 'your college'),
	supportEmail: readMeta('support-email', 'support@campus.example'),
	phone: readMeta('support-phone', '+91 00000 00000'),
	address: readMeta('campus-address', 'On campus'),
	utcOffsetChanges: JSON.parse(readMeta('utc-offset-changes', '[[0,330]]')) as UtcOffsetChanges,
	team: JSON.parse(readMeta('team', '[]')) as readonly TeamMember[],
	/** Whether Google sign-in is configured; 'explained' if its buttons say how to. */
	googleSignIn: readMeta('google-sign-in', 'off') as 'on' | 'off' | 'explained',
} as const;

function readMeta(name: string, fallback: string): string {
	// Tests of pure rules run without a document and get the defaults.
	const meta = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
	const content = meta?.content ?? '';
	// In development, Vite serves the page with unfilled placeholders such as %SITE_NAME%.
	const isFilled = content !== '' && !/^%\w+%$/.test(content);
	return isFilled ? content : fallback;
}
