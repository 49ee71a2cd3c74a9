import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROFILE_ERRORS } from '#contract/accounts/errors.ts';
import { PROFILE_MESSAGES } from '#contract/accounts/profile.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { PHOTO_LIMITS } from '#contract/photos/photos.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { photoFileName } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS, type Student } from '#tests/support/factories.ts';
import { jpeg, noiseJpegOfAtLeast, png, type TestImage } from '#tests/support/test-images.ts';

const t = await openApp();
const portrait = await jpeg({ width: 640, height: 480 });
const notAPicture = { name: 'notes.jpg', bytes: Buffer.from('no picture at all') };

const setPictures = (who: Student, pictures: TestImage[], id = who.id) =>
	t.as(who).form(
		'PUT',
		`/profile/update-profile-picture/${id}`,
		{},
		pictures.map((picture) => ({ field: 'profilePicture', ...picture })),
	);
const pictureOf = async ({ id }: Student) => (await findUser(t.db, id))?.pictureHash;

describe("a user's own profile", () => {
	test('the response with the own profile has exactly the fields of the API contract', async () => {
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

	test("the profile lists the user's items, newest first, including sold and banned items", async () => {
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
});

describe('profile picture', () => {
	test('an uploaded picture becomes the profile picture and is returned with the session', async () => {
		const student = await t.student();

		const res = await setPictures(student, [portrait]);

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

	test('a profile picture can be replaced, and the earlier picture can be uploaded again', async () => {
		const student = await t.student();
		await setPictures(student, [portrait]);
		const first = await pictureOf(student);

		await setPictures(student, [await png({ width: 64, height: 64 })]);
		const second = await pictureOf(student);
		await setPictures(student, [portrait]);

		expect(second).not.toBe(first);
		expect(await pictureOf(student)).toBe(first);
	});

	test('the profile picture of another user cannot be changed: the upload is refused before the files are read', async () => {
		const victim = await t.student();

		const res = await setPictures(await t.student(), [portrait, notAPicture], victim.id);

		expect(res.statusCode).toBe(403);
		expect(res.json()).toEqual({ success: false, ...PROFILE_ERRORS.notYours });
		expect(await pictureOf(victim)).toBeNull();
		expect(await readdir(join(t.dataDir, 'uploads'))).toEqual([]);
	});

	test('an upload of no file, of two files or of a file that is no image is refused with 400, and the profile picture stays the same', async () => {
		const student = await t.student();
		await setPictures(student, [portrait]);
		const before = await pictureOf(student);

		for (const [pictures, refusal] of [
			[[], PROFILE_ERRORS.noPicture],
			[[portrait, portrait], PROFILE_ERRORS.onePicture],
			[[notAPicture], PHOTO_ERRORS.unreadable(['notes.jpg'])],
		] as const) {
			const res = await setPictures(student, [...pictures]);

			expect(res.statusCode).toBe(400);
			expect(res.json()).toMatchObject({
				...refusal,
				issues: [{ path: 'profilePicture', ...refusal }],
			});
		}
		expect(await pictureOf(student)).toBe(before);
	});

	test('a picture of 8 MB is accepted, and a picture one byte larger is refused with the file name', async () => {
		const student = await t.student();
		const largest = await noiseJpegOfAtLeast(PHOTO_LIMITS.editMaxBytes);
		const tooLarge = { ...largest, bytes: Buffer.concat([largest.bytes, Buffer.alloc(1)]) };

		const refused = await setPictures(student, [{ ...tooLarge, name: 'camera.jpg' }]);
		const response = await setPictures(student, [largest]);

		expect(largest.bytes).toHaveLength(PHOTO_LIMITS.editMaxBytes);
		expect(refused.statusCode).toBe(400);
		expect(refused.json().message).toBe('These files exceed 8MB limit: camera.jpg');
		expect(response.statusCode).toBe(200);
	});
});

describe('removing the profile picture', () => {
	const remove = (who: Student | null) => t.as(who).delete('/profile/picture');

	test('a removed picture disappears from the profile, the public page and the data export; removing none succeeds, without affecting other users', async () => {
		const [student, other] = [await t.student(), await t.student()];
		await setPictures(other, [portrait]);
		expect((await remove(student)).statusCode).toBe(200);
		expect(await pictureOf(other)).not.toBeNull();
		await setPictures(student, [portrait]);

		const res = await remove(student);

		expect(res.statusCode).toBe(200);
		expect(res.json()).toEqual({ success: true, message: PROFILE_MESSAGES.pictureRemoved });
		expect(await pictureOf(student)).toBeNull();
		const publicPage = await t.as(null).get(`/people/${student.id}`);
		expect(publicPage.json().person.profilePicUrl).toBeNull();
		const exported = await t.as(student).get('/account/export');
		expect(exported.json().account.profilePicUrl).toBeNull();
	});
});
