import { describe, expect, test } from 'vitest';
import { ADMIN_USER_MESSAGES } from '#contract/admin/users.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { openAddressChanges } from '#tests/support/address-changes.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp({ COLLEGE_EMAIL_DOMAINS: 'college.example' });
const { postOffice, freshEmail, change, confirm, accountOf } = await openAddressChanges(t);

describe('a verification that an administrator undoes at once', () => {
	type Office = ReturnType<typeof t.as>;
	const waysToTakeBack = {
		alone: async (office: Office, id: number) => {
			const path = `/admin/users/${id}/verify`;
			const { wasRefused } = (await office.put(path, { isVerified: true })).json();
			return office.put(path, { isVerified: false, isRefused: wasRefused });
		},
		together: async (office: Office, id: number) => {
			const several = { userIds: [id] };
			const path = '/admin/users/bulk';
			const { refused } = (await office.post(path, { ...several, action: 'verify' })).json();
			const isRefused = refused.includes(id);
			return office.post(path, { ...several, action: 'unverify', isRefused });
		},
	};

	test.each([
		['alone', null, true],
		['together', null, true],
		['alone', 'admin', false],
		['together', 'admin', false],
	] as const)(
		'(%s) does not change whether the address can verify the user (verifiedBy: %s)',
		async (way, verifiedBy, isVerified) => {
			const email = freshEmail('college.example');
			const student = await t.student({ email, verifiedBy });
			await t.as(student).post('/account/send-confirmation');

			const taken = await waysToTakeBack[way](t.as(await t.admin()), student.id);
			const meanwhile = await accountOf(student);
			await confirm(student, await postOffice.tokenTo(email));

			expect(taken.statusCode).toBe(200);
			expect(meanwhile.isVerified).toBe(false);
			expect((await accountOf(student)).isVerified).toBe(isVerified);
		},
	);
});

describe('an unverification that an administrator undoes at once', () => {
	const MOMENT = new Date('2026-01-05T10:00:00Z');
	/** A user with a college address, confirmed and verified at the same time. */
	const verified = async (verifiedBy: 'email' | 'admin') => {
		const email = freshEmail('college.example');
		return t.student({ email, emailConfirmedAt: MOMENT, verifiedAt: MOMENT, verifiedBy });
	};
	const unverify = async (office: ReturnType<typeof t.as>, id: number) =>
		(await office.put(`/admin/users/${id}/verify`, { isVerified: false })).json();
	const ways = {
		alone: async (office: ReturnType<typeof t.as>, id: number) => {
			const { wasByAddress } = await unverify(office, id);
			const body = { isVerified: true, isByAddress: wasByAddress };
			return office.put(`/admin/users/${id}/verify`, body);
		},
		together: async (office: ReturnType<typeof t.as>, id: number) => {
			const [path, several] = ['/admin/users/bulk', { userIds: [id] }];
			const { byAddress } = (await office.post(path, { ...several, action: 'unverify' })).json();
			const isByAddress = byAddress.includes(id);
			return office.post(path, { ...several, action: 'verify', isByAddress });
		},
	};

	test.each([
		['alone', 'email', false],
		['together', 'email', false],
		['alone', 'admin', true],
		['together', 'admin', true],
	] as const)(
		'(%s) restores verifiedBy (%s), which decides whether leaving the address ends the verification',
		async (way, verifiedBy, staysVerified) => {
			const student = await verified(verifiedBy);
			const elsewhere = freshEmail();

			const given = await ways[way](t.as(await t.admin()), student.id);
			const now = await findUser(t.db, student.id);
			await change(student, elsewhere);
			await confirm(student, await postOffice.tokenTo(elsewhere));

			expect(given.statusCode).toBe(200);
			expect(now).toMatchObject({ verifiedBy, verifiedAt: expect.any(Date) });
			if (verifiedBy === 'email') expect(now?.verifiedAt).toEqual(MOMENT);
			expect((await accountOf(student)).isVerified).toBe(staysVerified);
		},
	);

	test('does not verify by an address that the user has left meanwhile or never confirmed', async () => {
		const [office, student] = [t.as(await t.admin()), await verified('email')];
		const { wasByAddress } = await unverify(office, student.id);
		const elsewhere = freshEmail();
		await change(student, elsewhere);
		await confirm(student, await postOffice.tokenTo(elsewhere));
		const unproved = await t.student({ email: freshEmail('college.example') });

		for (const { id } of [student, unproved]) {
			const body = { isVerified: true, isByAddress: wasByAddress };
			const given = await office.put(`/admin/users/${id}/verify`, body);

			expect(given.statusCode).toBe(409);
			expect(given.json().message).toBe(ADMIN_USER_MESSAGES.notVerifiableByEmail);
			expect(await findUser(t.db, id)).toMatchObject({ verifiedAt: null });
		}
	});
});
