import { describe, expect, test } from 'vitest';
import { ADMIN_USER_ERRORS } from '#contract/admin/errors.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { openAddressChanges } from '#tests/support/address-changes.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp({ COLLEGE_EMAIL_DOMAINS: 'college.example' });
const { outbox, freshEmail, changeEmail, confirmEmail, accountOf } = await openAddressChanges(t);

test('the account of a user unverified by an administrator lists no college domains, because a college address would not verify the user', async () => {
	const student = await t.student({ verifiedAt: new Date(), verifiedBy: 'email' });
	const before = await accountOf(student);

	await t.as(await t.admin()).put(`/admin/users/${student.id}/verify`, { isVerified: false });

	expect(before.collegeDomains).toEqual(['college.example']);
	expect(await accountOf(student)).toMatchObject({ isVerified: false, collegeDomains: [] });
});

describe('undone verification of a user', () => {
	type AdminClient = ReturnType<typeof t.as>;
	const unverifyMethods = {
		individually: async (admin: AdminClient, id: number) => {
			const path = `/admin/users/${id}/verify`;
			const { wasRefused } = (await admin.put(path, { isVerified: true })).json();
			return admin.put(path, { isVerified: false, isRefused: wasRefused });
		},
		'in a bulk action': async (admin: AdminClient, id: number) => {
			const several = { userIds: [id] };
			const path = '/admin/users/bulk';
			const { refused } = (await admin.post(path, { ...several, action: 'verify' })).json();
			const isRefused = refused.includes(id);
			return admin.post(path, { ...several, action: 'unverify', isRefused });
		},
	};

	test.each([
		['individually', null, true],
		['in a bulk action', 'admin', false],
	] as const)(
		'after an administrator undoes a verification (user changed %s, verifiedBy before: %s), confirming the college address verifies the user: %s',
		async (method, verifiedBy, isVerified) => {
			const email = freshEmail('college.example');
			const student = await t.student({ email, verifiedBy });
			await t.as(student).post('/account/send-confirmation');

			const unverifyResponse = await unverifyMethods[method](t.as(await t.admin()), student.id);
			const meanwhile = await accountOf(student);
			await confirmEmail(student, await outbox.waitForToken(email));

			expect(unverifyResponse.statusCode).toBe(200);
			expect(meanwhile.isVerified).toBe(false);
			expect((await accountOf(student)).isVerified).toBe(isVerified);
		},
	);
});

describe('undone unverification of a user', () => {
	const MOMENT = new Date('2026-01-05T10:00:00Z');
	/** A user with a college address, confirmed and verified at the same time. */
	const verified = async (verifiedBy: 'email' | 'admin') => {
		const email = freshEmail('college.example');
		return t.student({ email, emailConfirmedAt: MOMENT, verifiedAt: MOMENT, verifiedBy });
	};
	const unverify = async (admin: ReturnType<typeof t.as>, id: number) =>
		(await admin.put(`/admin/users/${id}/verify`, { isVerified: false })).json();
	const verifyMethods = {
		individually: async (admin: ReturnType<typeof t.as>, id: number) => {
			const { wasByAddress } = await unverify(admin, id);
			const body = { isVerified: true, isByAddress: wasByAddress };
			return admin.put(`/admin/users/${id}/verify`, body);
		},
		'in a bulk action': async (admin: ReturnType<typeof t.as>, id: number) => {
			const [path, several] = ['/admin/users/bulk', { userIds: [id] }];
			const { byAddress } = (await admin.post(path, { ...several, action: 'unverify' })).json();
			const isByAddress = byAddress.includes(id);
			return admin.post(path, { ...several, action: 'verify', isByAddress });
		},
	};

	test.each([
		['individually', 'email', false],
		['in a bulk action', 'admin', true],
	] as const)(
		'undoing an unverification (user changed %s) restores verifiedBy %s, and after a change of address the user is verified: %s',
		async (method, verifiedBy, staysVerified) => {
			const student = await verified(verifiedBy);
			const otherAddress = freshEmail();

			const verifyResponse = await verifyMethods[method](t.as(await t.admin()), student.id);
			const verifiedUser = await findUser(t.db, student.id);
			await changeEmail(student, otherAddress);
			await confirmEmail(student, await outbox.waitForToken(otherAddress));

			expect(verifyResponse.statusCode).toBe(200);
			expect(verifiedUser).toMatchObject({ verifiedBy, verifiedAt: expect.any(Date) });
			if (verifiedBy === 'email') expect(verifiedUser?.verifiedAt).toEqual(MOMENT);
			expect((await accountOf(student)).isVerified).toBe(staysVerified);
		},
	);

	test('undoing an unverification is refused with 409 when the college address was changed meanwhile or was never confirmed', async () => {
		const [admin, student] = [t.as(await t.admin()), await verified('email')];
		const { wasByAddress } = await unverify(admin, student.id);
		const otherAddress = freshEmail();
		await changeEmail(student, otherAddress);
		await confirmEmail(student, await outbox.waitForToken(otherAddress));
		const unconfirmed = await t.student({ email: freshEmail('college.example') });

		for (const { id } of [student, unconfirmed]) {
			const body = { isVerified: true, isByAddress: wasByAddress };
			const verifyResponse = await admin.put(`/admin/users/${id}/verify`, body);

			expect(verifyResponse.statusCode).toBe(409);
			expect(verifyResponse.json().message).toBe(ADMIN_USER_ERRORS.notVerifiableByEmail.message);
			expect(await findUser(t.db, id)).toMatchObject({ verifiedAt: null });
		}
	});
});
