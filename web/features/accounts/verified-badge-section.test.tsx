import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Account } from '#contract/accounts/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { renderComponent } from '#tests/support/render-page.tsx';
import { VerifiedBadgeSection } from './verified-badge-section.tsx';

const OTHER = 'asha@elsewhere.example';
const UNVERIFIED: Account = {
	...STUDENT,
	emailConfirmed: false,
	pendingEmail: null,
	hasPassword: true,
	providers: [],
	canLink: false,
	collegeDomains: ['campus.example'],
};
const badge = page.getByRole('region', { name: 'Badge' });

test.each([
	{ email: STUDENT.email, step: `Open the link that we mailed to ${STUDENT.email}` },
	{ email: OTHER, step: 'Enter yours under “Email” on this page' },
])(
	'an unverified user with the address $email reads which email domains count and how to get the badge',
	async ({ email, step }) => {
		await renderComponent(<VerifiedBadgeSection account={{ ...UNVERIFIED, email }} />);

		await expect.element(badge.getByText('Not verified yet', { exact: true })).toBeVisible();
		await expect.element(badge.getByText('@campus.example', { exact: true })).toBeVisible();
		await expect.element(badge.getByText(step)).toBeVisible();
		expect(badge.element().querySelector('svg')).toBe(null);
	},
);

test.each([
	['a confirmed address of the college', { emailConfirmed: true }],
	['an address, while no email domain counts for the badge,', { email: OTHER, collegeDomains: [] }],
])(
	'an unverified user with %s reads only that an administrator can verify them',
	async (_, changes) => {
		await renderComponent(<VerifiedBadgeSection account={{ ...UNVERIFIED, ...changes }} />);

		await expect.element(badge.getByText(/^An administrator can verify you/)).toBeVisible();
		await expect.element(badge.getByText('Enter yours')).not.toBeInTheDocument();
	},
);
