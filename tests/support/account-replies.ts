import { personalData } from '#contract/accounts/personal-data.ts';
import type { OwnAccount } from '#contract/auth/person-fields.ts';

/** The student who is signed in during most tests. */
export const STUDENT: OwnAccount = {
	id: 7,
	userName: 'Asha',
	email: 'asha@campus.example',
	phoneNumber: null,
	profilePicUrl: null,
	isVerified: false,
	createdAt: '2026-01-05T10:00:00.000Z',
};

/** The data export of STUDENT, who has an account and nothing else. */
export function exportOfAccountOnly() {
	// The keys whose values are not lists are overwritten below.
	const emptyLists = Object.keys(personalData.shape).map((name) => [name, []]);
	return {
		...Object.fromEntries(emptyLists),
		exportedAt: '2026-11-19T10:00:00.000Z',
		account: {
			...STUDENT,
			emailConfirmedAt: null,
			pendingEmail: null,
			formerEmail: null,
			verifiedAt: null,
			verifiedBy: null,
			suspendedAt: null,
			suspendedFor: null,
			hasPassword: true,
			isDemo: false,
		},
		studies: null,
	};
}
