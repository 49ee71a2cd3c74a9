import { personalData } from '#contract/accounts/personal-data.ts';
import type { OwnAccount } from '#contract/auth/person-fields.ts';

/** A student, who is signed in in most tests. */
export const STUDENT: OwnAccount = {
	id: 7,
	userName: 'Asha',
	email: 'asha@campus.example',
	phoneNumber: null,
	profilePicUrl: null,
	isVerified: false,
	createdAt: '2026-01-05T10:00:00.000Z',
};

/** The export of the student, who has nothing but the account. */
export function emptyExport() {
	const lists = Object.keys(personalData.shape).map((name) => [name, []]);
	return {
		...Object.fromEntries(lists),
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
