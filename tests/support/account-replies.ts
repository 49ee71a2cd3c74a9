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
