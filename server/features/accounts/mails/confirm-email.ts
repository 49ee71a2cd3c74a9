import { RECOVERY_LIMITS } from '#contract/auth/recovery.ts';
import { PAGES } from '#contract/core/pages.ts';
import { type Letterhead, layOut } from '#server/mail/layout.ts';
import type { Letter } from '#server/mail/mail.ts';

/** Goes to an address that nobody has proved theirs, so it says nothing that its sender could choose. */
export function confirmEmailLetter(head: Letterhead, address: string, token: string): Letter {
	return layOut(
		head,
		{ address, name: undefined },
		{
			subject: `Confirm your email address for ${head.siteName}`,
			before: [`This address was given for an account at ${head.siteName}.`],
			link: {
				label: 'Confirm this address',
				address: `${head.origin}${PAGES.confirmEmail}#token=${token}`,
			},
			after: [
				`The link works once, within ${RECOVERY_LIMITS.confirmHours} hours.`,
				'If it was not you, do not open it: without it, the address is not used.',
			],
			why: `You get this because somebody entered this address at ${head.siteName}.`,
		},
	);
}
