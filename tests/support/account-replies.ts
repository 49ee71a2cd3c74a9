import { type OwnAccount, ownAccount } from '#contract/auth/person-fields.ts';
import { sample } from './sample.ts';

/** The student who is signed in during most tests. */
export const STUDENT: OwnAccount = sample(ownAccount, {
	id: 7,
	userName: 'Asha',
	email: 'asha@campus.example',
	createdAt: '2026-01-05T10:00:00.000Z',
});
