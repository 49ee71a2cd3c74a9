import type { TeamMember } from '#contract/core/team.ts';
import type { UtcOffsetChanges } from '#contract/core/time-zone.ts';

const name = readMeta('site-name', 'Passdown');

/** Who this market belongs to: written into the page by the server. */
export const site = {
	name,
	/** What pages' titles end with: those of the back-office say that they are its. */
	title: readMeta('site-title', name),
	college: readMeta('college-name', 'your college'),
	supportEmail: readMeta('support-email', 'support@campus.example'),
	phone: readMeta('support-phone', '+91 00000 00000'),
	address: readMeta('campus-address', 'On campus'),
	clockChanges: JSON.parse(readMeta('clock-changes', '[[0,330]]')) as UtcOffsetChanges,
	team: JSON.parse(readMeta('team', '[]')) as readonly TeamMember[],
	/** Whether the server has a sign-in provider to send people to. */
	hasGoogleSignIn: readMeta('google-sign-in', 'off') === 'on',
} as const;

function readMeta(name: string, fallback: string): string {
	// A rule that is tested without a page goes by what holds unless said.
	const meta = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
	const content = meta?.content ?? '';
	const isFilled = content !== '' && !/^%\w+%$/.test(content);
	return isFilled ? content : fallback;
}
