import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROFILE_MESSAGES } from '#contract/accounts/profile.ts';
import { PHOTO_LIMITS, PHOTO_MESSAGES } from '#contract/photos/photos.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { photoFileName } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS, type Student } from '#tests/support/factories.ts';
import { jpeg, noiseJpegOfAtLeast, png, type TestPicture } from '#tests/support/pictures.ts';

const t = await openApp();
const portrait = await jpeg({ width: 640, height: 480 });
const notAPicture = { name: 'notes.jpg', bytes: Buffer.from('no picture at all') };

const change = (who: Student, pictures: TestPicture[], id = who.id) =>
	t.as(who).form(
		'PUT',
		`/profile/update-profile-picture/${id}`,
		{},
		pictures.map((picture) => ({ field: 'profilePicture', ...picture })),
	);
const pictureOf = async ({ id }: Student) => (await findUser(t.db, id))?.pictureHash;

describe('my profile', () => {
	test('has everything that the wire contract says, and nothing else', async () => {
		const pictureHash = await t.photo();
		const student = await t.student({ userName: 'Asha', pictureHash, verifiedAt: new Date() });
		const { id, email } = student;
		const profilePicUrl = `/photos/${photoFileName(pictureHash, 1600)}`;

		const res = await t.as(student).get('/profile/get-profile');

		expect(res.statusCode).toBe(200);
		expect(res.json()).toEqual({
			success: true,
			data: {
				profile: {
					id,
					userName: 'Asha',
					email,
					phoneNumber: null,
					profilePicUrl,
					profilePicture: profilePicUrl,
					isVerified: true,
					createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
				},
				items: [],
				id,
				userId: id,
				userName: 'Asha',
				email,
			},
		});
	});

	test('lists what I put on the market, newest first, sold and banned things included', async () => {
		const student = await t.student();
		const other = await t.student();
		const first = await t.item(student, { soldAt: new Date() });
		const second = await t.item(student, { bannedAt: new Date(), banReason: 'Not allowed here.' });
		await t.item(student, { deletedAt: new Date() });
		await t.item(other);
		const last = await t.item(student);

		const res = await t.as(student).get('/profile/get-profile');

		const { items } = res.json().data;
		expect(items).toMatchObject([
			{ id: last.id, status: 'available', isAvailable: true, ...ITEM_FIELDS },
			{ id: second.id, status: 'banned', isAvailable: false, banReason: 'Not allowed here.' },
			{ id: first.id, status: 'sold', isAvailable: false },
		]);
	});

	test('shows the photos of a banned thing to me', async () => {
		const student = await t.student();
		await t.item(student, { bannedAt: new Date() });

		const res = await t.as(student).get('/profile/get-profile');

		const [address] = res.json().data.items[0].imageUrl;
		expect((await t.app.inject(address)).statusCode).toBe(200);
		expect((await t.app.inject(address.split('?', 1)[0])).statusCode).toBe(404);
	});

	test('is there for someone who has no email', async () => {
		const student = await t.student({ email: null, phone: '+919876577777' });

		const res = await t.as(student).get('/profile/get-profile');

		expect(res.json().data).toMatchObject({
			email: null,
			profile: { phoneNumber: '+919876577777' },
		});
	});
});

describe('my picture', () => {
	test('is replaced by the one I send, everywhere', async () => {
		const student = await t.student();

		const res = await change(student, [portrait]);

		expect(res.statusCode).toBe(200);
		const hash = (await pictureOf(student)) ?? '';
		const url = `/photos/${photoFileName(hash, 1600)}`;
		expect(res.json()).toEqual({
			success: true,
			profilePictureUrl: url,
			data: { profilePicUrl: url },
		});
		expect((await t.app.inject(url)).headers['content-type']).toBe('image/webp');
		expect((await t.as(student).get('/auth')).json().user.profilePicUrl).toBe(url);
	});

	test('changes nothing about anyone else', async () => {
		const other = await t.student();

		await change(await t.student(), [portrait]);

		expect(await pictureOf(other)).toBeNull();
	});

	test('can be changed again and to the same', async () => {
		const student = await t.student();
		await change(student, [portrait]);
		const first = await pictureOf(student);

		await change(student, [await png({ width: 64, height: 64 })]);
		const second = await pictureOf(student);
		await change(student, [portrait]);

		expect(second).not.toBe(first);
		expect(await pictureOf(student)).toBe(first);
	});

	test('is mine alone: another’s number is refused', async () => {
		const victim = await t.student();

		const res = await change(await t.student(), [portrait], victim.id);

		expect(res.statusCode).toBe(403);
		expect(res.json()).toEqual({ success: false, message: PROFILE_MESSAGES.notYours });
		expect(await pictureOf(victim)).toBeNull();
	});

	test('another’s number is refused before anything that was sent is looked at', async () => {
		const res = await change(await t.student(), [notAPicture, notAPicture], 1);

		expect(res.statusCode).toBe(403);
		expect(await readdir(join(t.dataDir, 'uploads'))).toEqual([]);
	});

	test.each([
		['none', [], PROFILE_MESSAGES.noPicture],
		['two', [portrait, portrait], PROFILE_MESSAGES.onePicture],
	])('is one, not %s', async (_, pictures, message) => {
		const student = await t.student();

		const res = await change(student, pictures);

		expect(res.statusCode).toBe(400);
		expect(res.json()).toEqual({
			success: false,
			message,
			issues: [{ path: 'profilePicture', message }],
		});
		expect(await pictureOf(student)).toBeNull();
	});

	test('can not be sent as anything but a form', async () => {
		const student = await t.student();

		const res = await t
			.as(student)
			.put(`/profile/update-profile-picture/${student.id}`, { profilePicture: 'a.jpg' });

		expect(res.statusCode).toBe(400);
		expect(res.json().message).toBe(PROFILE_MESSAGES.noPicture);
	});

	test('of 8 MB is taken, and of a byte more refused by name', async () => {
		const student = await t.student();
		const largest = await noiseJpegOfAtLeast(PHOTO_LIMITS.editMaxBytes);
		const tooLarge = { ...largest, bytes: Buffer.concat([largest.bytes, Buffer.alloc(1)]) };

		const refused = await change(student, [{ ...tooLarge, name: 'camera.jpg' }]);
		const taken = await change(student, [largest]);

		expect(largest.bytes).toHaveLength(PHOTO_LIMITS.editMaxBytes);
		expect(refused.statusCode).toBe(400);
		expect(refused.json().message).toBe('These files exceed 8MB limit: camera.jpg');
		expect(taken.statusCode).toBe(200);
	});

	test('that is none is refused by name, and the one before stays', async () => {
		const student = await t.student();
		await change(student, [portrait]);
		const before = await pictureOf(student);

		const res = await change(student, [notAPicture]);

		expect(res.statusCode).toBe(400);
		const message = PHOTO_MESSAGES.unreadable(['notes.jpg']);
		expect(res.json()).toMatchObject({ message, issues: [{ path: 'profilePicture', message }] });
		expect(await pictureOf(student)).toBe(before);
	});
});

describe('removing my picture', () => {
	const remove = (who: Student | null) => t.as(who).delete('/profile/picture');

	test('leaves none, for me and for everyone', async () => {
		const student = await t.student();
		await change(student, [portrait]);

		const res = await remove(student);

		expect(res.statusCode).toBe(200);
		expect(res.json()).toEqual({ success: true, message: PROFILE_MESSAGES.pictureRemoved });
		expect(await pictureOf(student)).toBeNull();
		const seen = await t.as(null).get(`/people/${student.id}`);
		expect(seen.json().person.profilePicUrl).toBeNull();
		const exported = await t.as(student).get('/account/export');
		expect(exported.json().account.profilePicUrl).toBeNull();
	});

	test('changes nothing where there is none, and nothing about anyone else', async () => {
		const other = await t.student();
		await change(other, [portrait]);
		const student = await t.student();

		const res = await remove(student);

		expect(res.statusCode).toBe(200);
		expect(await pictureOf(student)).toBeNull();
		expect(await pictureOf(other)).not.toBeNull();
	});

	test('is for who is signed in', async () => {
		expect((await remove(null)).statusCode).toBe(401);
	});
});

test('a profile of nobody is refused', async () => {
	for (const res of [
		await t.as(null).get('/profile/get-profile'),
		await t.as(null).form('PUT', '/profile/update-profile-picture/1', {}),
	]) {
		expect(res.statusCode).toBe(401);
	}
	const gone = await t.student({ deletedAt: new Date() });
	expect((await t.as(gone).get('/profile/get-profile')).statusCode).toBe(401);
});
